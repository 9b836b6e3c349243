import type { KubeObject, ObjectMeta } from '../../model/kube.ts';
import { stamp, type WriteContext } from './caller.ts';
import type { Resource } from './resources.ts';
import { refuse } from './status-error.ts';

export type Propagation = 'Background' | 'Foreground' | 'Orphan';

/** Of https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/ what is acted on. */
export interface DeleteOptions {
  preconditions?: { uid?: string; resourceVersion?: string };
  propagationPolicy?: Propagation;
  gracePeriodSeconds?: number;
}

export const finalizerOf = { Foreground: 'foregroundDeletion', Orphan: 'orphan' } as const;

/**
 * What a delete leaves: undefined where the object goes at once, else the object with its deletionTimestamp
 * (finalizers, or a running pod's grace). Throws StatusError 409 where a precondition does not hold.
 */
export function prepareDelete(
  context: WriteContext,
  resource: Resource,
  current: KubeObject,
  options: DeleteOptions,
): KubeObject | undefined {
  checkPreconditions(resource, current, options.preconditions ?? {});
  const policy = options.propagationPolicy ?? 'Background';
  const added = policy === 'Background' ? [] : [finalizerOf[policy]];
  const finalizers = [...new Set([...(current.metadata.finalizers ?? []), ...added])];
  const grace = graceOf(current, options);
  if (finalizers.length === 0 && grace === 0) return undefined;
  if (current.metadata.deletionTimestamp !== undefined && added.length === 0) return current;
  const metadata: ObjectMeta & { deletionGracePeriodSeconds: number } = {
    ...current.metadata,
    ...(finalizers.length === 0 ? {} : { finalizers }),
    deletionTimestamp: current.metadata.deletionTimestamp ?? stamp(context.now() + grace * 1000),
    deletionGracePeriodSeconds: grace,
    ...(current.metadata.generation === undefined ? {} : { generation: current.metadata.generation + 1 }),
  };
  return { ...current, metadata };
}

/** True when nothing keeps a terminating object any more: the write that took its last finalizer off removes it. */
export function isOver(object: KubeObject): boolean {
  const { deletionTimestamp, finalizers } = object.metadata;
  return deletionTimestamp !== undefined && (finalizers ?? []).length === 0 && graceOf(object, {}) === 0;
}

function checkPreconditions(
  resource: Resource,
  current: KubeObject,
  { uid, resourceVersion }: { uid?: string; resourceVersion?: string },
): void {
  const own = current.metadata;
  // The real server names the kind here, where it names the resource everywhere else.
  const named = { ...resource, plural: resource.kind };
  if (uid !== undefined && uid !== own.uid)
    throw refuse.conflict(
      named,
      own.name,
      `the UID in the precondition (${uid}) does not match the UID in record (${own.uid}). ` +
        'The object might have been deleted and then recreated',
    );
  if (resourceVersion !== undefined && resourceVersion !== own.resourceVersion)
    throw refuse.conflict(
      named,
      own.name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record ` +
        `(${own.resourceVersion}). The object might have been modified`,
    );
}

/** Seconds that a pod on a node is given to end; everything else goes at once. */
function graceOf(object: KubeObject, options: DeleteOptions): number {
  const running = object.kind === 'Pod' && (object.spec?.nodeName || object.status?.phase === 'Running');
  if (!running) return 0;
  return options.gracePeriodSeconds ?? object.spec?.terminationGracePeriodSeconds ?? 30;
}
