import type { KubeObject } from '../../model/kube.ts';
import type { Audit, WriteVerb } from './audit.ts';
import type { Caller, WriteContext } from './caller.ts';
import { prepareCreate } from './create.ts';
import { applyPatchTo, type PatchKind } from './patch.ts';
import { type DeleteOptions, isOver, prepareDelete } from './remove.ts';
import { type Resource, resourceOf } from './resources.ts';
import { refuse, StatusError } from './status-error.ts';
import { checkUid, checkWhole, prepareUpdate } from './update.ts';

export interface WriteOptions {
  subresource?: '' | 'status';
  dryRun?: boolean;
}

/** The API without HTTP: each call is one atomic request, audited. All writes throw StatusError when refused. */
export interface Api {
  get(kind: string, namespace: string, name: string): KubeObject;
  create(caller: Caller, kind: string, namespace: string, body: unknown, options?: WriteOptions): KubeObject;
  update(caller: Caller, target: Target, body: unknown, options?: WriteOptions): KubeObject;
  patch(caller: Caller, target: Target, type: PatchKind, body: unknown, options?: WriteOptions): KubeObject;
  /** The object with its deletionTimestamp, or as it was when it went. */
  remove(caller: Caller, target: Target, options?: DeleteOptions & { dryRun?: boolean }): KubeObject;
}

export interface Target {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export function createApi(context: WriteContext, audit: Audit): Api {
  const { store } = context;

  function get(kind: string, namespace: string, name: string): KubeObject {
    const found = store.get(kind, namespace, name);
    if (found === undefined) throw refuse.notFound(resourceOf(kind), name);
    return found;
  }

  function commit(next: KubeObject): KubeObject {
    return isOver(next) ? store.remove(next) : store.put(next);
  }

  /** Runs one write and leaves its line in the audit log, whatever comes of it. */
  function audited(
    request: { verb: WriteVerb; caller: Caller; target: Target; body: unknown; subresource: string },
    write: (resource: Resource, before: KubeObject | undefined) => KubeObject,
  ): KubeObject {
    const { verb, caller, target, body, subresource } = request;
    const { kind, namespace } = target;
    const before = target.name === '' ? undefined : store.get(kind, namespace, target.name);
    const line = { at: context.now(), user: caller.user, verb, kind, namespace, subresource, body, before };
    const version = store.resourceVersion();
    try {
      const answer = write(resourceOf(kind), before);
      const { name, uid } = answer.metadata;
      const changed = store.resourceVersion() !== version;
      const after = store.get(kind, namespace, name);
      audit.record({ ...line, name, uid, code: verb === 'create' ? 201 : 200, after, changed });
      return answer;
    } catch (error) {
      const code = error instanceof StatusError ? error.body.code : 500;
      const uid = before?.metadata.uid ?? '';
      audit.record({ ...line, name: target.name, uid, code, after: undefined, changed: false });
      throw error;
    }
  }

  function needed(resource: Resource, name: string, before: KubeObject | undefined): KubeObject {
    if (before === undefined) throw refuse.notFound(resource, name);
    return before;
  }

  return {
    get,
    create: (caller, kind, namespace, body, { dryRun = false } = {}) =>
      audited(
        { verb: 'create', caller, target: { kind, namespace, name: '' }, body, subresource: '' },
        (resource) => {
          const object = prepareCreate(context, caller, resource, namespace, body);
          return dryRun ? object : store.put(object);
        },
      ),
    update: (caller, target, body, { subresource = '', dryRun = false } = {}) =>
      audited({ verb: 'update', caller, target, body, subresource }, (resource, before) => {
        const current = needed(resource, target.name, before);
        checkWhole(resource, current, body);
        const next = prepareUpdate(context, caller, resource, current, body, subresource);
        return dryRun || next === current ? next : commit(next);
      }),
    patch: (caller, target, type, body, { subresource = '', dryRun = false } = {}) =>
      audited({ verb: 'patch', caller, target, body, subresource }, (resource, before) => {
        const current = needed(resource, target.name, before);
        const patched = applyPatchTo(resource, current, type, body);
        checkUid(resource, current, patched);
        const next = prepareUpdate(context, caller, resource, current, patched, subresource);
        return dryRun || next === current ? next : commit(next);
      }),
    remove: (caller, target, { dryRun = false, ...options } = {}) =>
      audited({ verb: 'delete', caller, target, body: options, subresource: '' }, (resource, before) => {
        const current = needed(resource, target.name, before);
        const left = prepareDelete(context, resource, current, options);
        if (dryRun || left === current) return current;
        return left === undefined ? store.remove(current) : store.put(left);
      }),
  };
}
