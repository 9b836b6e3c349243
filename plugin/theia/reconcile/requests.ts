import type { Kind } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { allowListKey, claimLabels } from '../labels.ts';
import { owners, referenceTo } from '../owners.ts';
import type { NewObject } from '../templates/subject.ts';
import type { PassStep } from './steps.ts';

/** Kinds that the operator knows: those of the model and Workspace. */
export type OperatorObject = Kind | 'Workspace';

/**
 * What the operator does next. The driver answers `list` with the objects, `get` with the object or undefined, `create` and
 * `patch` with what was stored, `now` with milliseconds since 1970, the others with nothing. What the server refuses it throws
 * into the generator, which then goes on or ends as the operator does.
 */
export type Request =
  | { verb: 'list'; kind: OperatorObject }
  | { verb: 'get'; kind: OperatorObject; name: string }
  | { verb: 'create'; kind: OperatorObject; object: NewObject | object; step?: PassStep }
  /** A merge patch; a `resourceVersion` inside makes the server refuse it when the object moved. */
  | {
      verb: 'patch';
      kind: OperatorObject;
      name: string;
      body: object;
      subresource?: 'status';
      step?: PassStep;
    }
  /** By name, without any precondition; one that is gone is no failure. */
  | { verb: 'delete'; kind: OperatorObject; name: string; step?: PassStep }
  /** Time that the work before took: a part of what the operator needs for one object, or milliseconds. */
  | { verb: 'pause'; paces: number; ms: number }
  | { verb: 'now' }
  | { verb: 'log'; line: string }
  /** Claims choose and take their Services one at a time: whoever comes second waits here. */
  | { verb: 'lock' | 'unlock' };

/** A piece of the operator's work; it yields each request in the operator's order and is fed the answers. */
export type Work<T = void> = Generator<Request, T, unknown>;

/** An answer that is no success. */
export class RequestFailed extends Error {
  /** HTTP status. */
  readonly status: number;

  constructor(status: number, what: string, message: string) {
    super(`${what}: ${status} ${message}`);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

export function* list(...kinds: readonly OperatorObject[]): Work<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const kind of kinds) objects.push(...((yield { verb: 'list', kind }) as KubeObject[]));
  return objects;
}

export function* get(kind: OperatorObject, name: string): Work<KubeObject | undefined> {
  return (yield { verb: 'get', kind, name }) as KubeObject | undefined;
}

export function* create(kind: OperatorObject, object: NewObject, step?: PassStep): Work {
  yield { verb: 'create', kind, object, ...(step === undefined ? {} : { step }) };
}

export function* now(): Work<number> {
  return (yield { verb: 'now' }) as number;
}

/** `paces`: in parts of the time that one object takes. */
export function* pause(paces: number): Work {
  yield { verb: 'pause', paces, ms: 0 };
}

export function* pauseMs(ms: number): Work {
  yield { verb: 'pause', paces: 0, ms };
}

export function* log(line: string): Work {
  yield { verb: 'log', line };
}

/** A change as a merge patch, made from the object that was read. */
export type Change = (object: KubeObject) => { metadata?: object; data?: object; status?: object };

/**
 * Reads an object and, half a pace later, patches what was read: the patch tests the resourceVersion, so a write of anybody in
 * between fails it, and nothing is tried again (docs/theia-cloud.md#claim). It takes one pace in all.
 * @throws RequestFailed 404 where the object is missing.
 */
export function* edit(
  kind: OperatorObject,
  name: string,
  change: Change,
  { subresource, step }: { subresource?: 'status'; step?: PassStep } = {},
): Work {
  const object = yield* get(kind, name);
  if (object === undefined) throw new RequestFailed(404, `edit ${kind}`, 'not found');
  const { metadata, ...rest } = change(object);
  const body = { ...rest, metadata: { ...metadata, resourceVersion: object.metadata.resourceVersion } };
  yield* pause(0.5);
  yield {
    verb: 'patch',
    kind,
    name,
    body,
    ...(subresource === undefined ? {} : { subresource }),
    ...(step === undefined ? {} : { step }),
  };
  yield* pause(0.5);
}

export function addOwner(owner: KubeObject): Change {
  return (object) =>
    owners(object).some(({ uid }) => uid === owner.metadata.uid)
      ? {}
      : { metadata: { ownerReferences: [...owners(object), referenceTo(owner)] } };
}

export function removeOwner(uid: string): Change {
  return (object) => ({
    metadata: { ownerReferences: owners(object).filter((owner) => owner.uid !== uid) },
  });
}

export function addLabels(labels: Record<string, string>): Change {
  return () => ({ metadata: { labels } });
}

/** The session's reference and the labels of its claim; `component` and `part-of` stay (recording 62). */
export function cleanService(sessionUid: string): Change {
  return (object) => ({
    metadata: {
      ...removeOwner(sessionUid)(object).metadata,
      labels: Object.fromEntries(claimLabels.map((label) => [label, null])),
    },
  });
}

export function annotate(annotations: Record<string, string>): Change {
  return () => ({ metadata: { annotations } });
}

export function setAllowList(addresses: string): Change {
  return () => ({ data: { [allowListKey]: addresses } });
}
