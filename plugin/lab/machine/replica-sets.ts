import type { KubeObject } from '../../model/kube.ts';
import {
  controlledBy,
  controller,
  controllerReference,
  fromKey,
  keyOf,
  type MachineParts,
  type Stop,
  targetOf,
  writeStatus,
} from './parts.ts';
import { countPods, isActive, isReady } from './pods.ts';
import { createQueue } from './work-queue.ts';

const self = controller('replicaset-controller');
const delay = 20;

/** Keeps as many active pods as a ReplicaSet asks for, and its status. */
export function startReplicaSets(parts: MachineParts): Stop {
  const { store, api } = parts;
  const queue = createQueue(parts.clock, (key) => {
    const { kind, namespace, name } = fromKey(key);
    const set = store.get(kind, namespace, name);
    if (set === undefined) return;
    if (set.metadata.deletionTimestamp === undefined) scale(set);
    const status = {
      ...countPods(controlledBy(store, set, 'Pod')),
      observedGeneration: set.metadata.generation,
    };
    writeStatus(parts, self, set, status);
  });

  function scale(set: KubeObject): void {
    const active = controlledBy(store, set, 'Pod').filter(isActive);
    const wanted: number = set.spec?.replicas ?? 1;
    for (let i = active.length; i < wanted; i += 1)
      api.create(self, 'Pod', targetOf(set).namespace, podOf(set));
    const surplus = [...active].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
    for (const pod of surplus.slice(0, Math.max(0, active.length - wanted))) api.remove(self, targetOf(pod));
  }

  const note = (object: KubeObject): void => {
    if (object.kind === 'ReplicaSet') queue.add(keyOf(targetOf(object)), delay);
    if (object.kind !== 'Pod') return;
    const owner = object.metadata.ownerReferences?.find((reference) => reference.kind === 'ReplicaSet');
    if (owner !== undefined)
      queue.add(keyOf({ ...targetOf(object), kind: 'ReplicaSet', name: owner.name }), delay);
  };
  for (const set of store.list('ReplicaSet', '')) note(set);
  const unsubscribe = store.subscribe(({ object }) => note(object));
  return () => {
    unsubscribe();
    queue.stop();
  };
}

function podOf(set: KubeObject): object {
  const { metadata = {}, spec } = set.spec?.template ?? {};
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${set.metadata.name}-`,
      ...(metadata.labels === undefined ? {} : { labels: metadata.labels }),
      ...(metadata.annotations === undefined ? {} : { annotations: metadata.annotations }),
      ownerReferences: [controllerReference(set)],
    },
    spec,
  };
}
