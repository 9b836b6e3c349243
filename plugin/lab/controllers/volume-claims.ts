import type { KubeObject } from '../../model/kube.ts';
import { pvcProtection } from '../api/defaults.ts';
import {
  type ControllerParts,
  controller,
  createQueue,
  fromKey,
  keyOf,
  type Stop,
  targetOf,
  writeStatus,
} from './controller.ts';

const protection = controller('pvc-protection');
const binder = controller('volume-binder');
const kind = 'PersistentVolumeClaim';
const delay = 200;

/**
 * Binds claims, and keeps a deleted one Terminating until no pod uses it.
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection
 */
export function startVolumeClaims(parts: ControllerParts): Stop {
  const { store, api } = parts;
  const queue = createQueue(parts.clock, (key) => {
    const { namespace, name } = fromKey(key);
    const claim = store.get(kind, namespace, name);
    if (claim === undefined) return;
    if (claim.metadata.deletionTimestamp !== undefined) release(claim);
    else if (claim.status?.phase === 'Pending') bind(claim);
  });

  function bind(claim: KubeObject): void {
    const volumeName = `pvc-${claim.metadata.uid}`;
    const bound = api.patch(binder, targetOf(claim), 'merge', { spec: { volumeName } });
    writeStatus(parts, binder, bound, { ...bound.status, phase: 'Bound' });
  }

  function release(claim: KubeObject): void {
    const finalizers = claim.metadata.finalizers ?? [];
    const used = store.list('Pod', targetOf(claim).namespace).some((pod) => uses(pod, claim.metadata.name));
    if (used || !finalizers.includes(pvcProtection)) return;
    const left = finalizers.filter((finalizer) => finalizer !== pvcProtection);
    api.patch(protection, targetOf(claim), 'merge', { metadata: { finalizers: left } });
  }

  const note = (object: KubeObject): void => {
    if (object.kind === kind) queue.add(keyOf(targetOf(object)), delay);
    if (object.kind !== 'Pod') return;
    for (const name of claimsOf(object)) queue.add(keyOf({ ...targetOf(object), kind, name }), delay);
  };
  for (const claim of store.list(kind, '')) note(claim);
  const unsubscribe = store.subscribe(({ object }) => note(object));
  return () => {
    unsubscribe();
    queue.stop();
  };
}

function uses(pod: KubeObject, claim: string): boolean {
  return claimsOf(pod).includes(claim);
}

function claimsOf(pod: KubeObject): string[] {
  const volumes: { persistentVolumeClaim?: { claimName: string } }[] = pod.spec?.volumes ?? [];
  return volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []);
}
