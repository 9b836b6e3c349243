import type { KubeObject } from '../../model/kube.ts';
import { stamp } from '../api/caller.ts';
import {
  type ControllerParts,
  controlledBy,
  controller,
  controllerReference,
  createQueue,
  fromKey,
  keyOf,
  type Stop,
  targetOf,
  writeStatus,
} from './controller.ts';
import { warn } from './events.ts';
import type { Images } from './images.ts';
import { countPods, isActive, isReady } from './pods.ts';

const self = controller('replicaset-controller');
const delay = 20;

/** Keeps as many active pods as a ReplicaSet asks for, and its status. A quota that is used up lets it make none. */
export function startReplicaSets(parts: ControllerParts, images: Images): Stop {
  const { store, api } = parts;
  const queue = createQueue(parts.clock, (key) => {
    const { kind, namespace, name } = fromKey(key);
    const set = store.get(kind, namespace, name);
    if (set === undefined) return;
    const refused = set.metadata.deletionTimestamp === undefined && !scale(set);
    const status = {
      ...countPods(controlledBy(store, set, 'Pod')),
      observedGeneration: set.metadata.generation,
      ...(refused ? { conditions: [failure(set, stamp(parts.clock.now()))] } : {}),
    };
    writeStatus(parts, self, set, status);
  });

  /** False: pods were wanted and none may be made. */
  function scale(set: KubeObject): boolean {
    const active = controlledBy(store, set, 'Pod').filter(isActive);
    const wanted: number = set.spec?.replicas ?? 1;
    if (active.length < wanted && isOverQuota(set, images)) {
      warn(parts, self, set, { reason: 'FailedCreate', message: `Error creating: ${overQuota}` });
      return false;
    }
    for (let i = active.length; i < wanted; i += 1)
      api.create(self, 'Pod', targetOf(set).namespace, podOf(set));
    const surplus = [...active].sort((a, b) => Number(isReady(a)) - Number(isReady(b)));
    for (const pod of surplus.slice(0, Math.max(0, active.length - wanted))) api.remove(self, targetOf(pod));
    return true;
  }

  const note = (object: KubeObject): void => {
    if (object.kind === 'ReplicaSet') queue.add(keyOf(targetOf(object)), delay);
    if (object.kind !== 'Pod') return;
    const owner = object.metadata.ownerReferences?.find((reference) => reference.kind === 'ReplicaSet');
    if (owner !== undefined)
      queue.add(keyOf({ ...targetOf(object), kind: 'ReplicaSet', name: owner.name }), delay);
  };
  images.onChange(() => {
    for (const set of store.list('ReplicaSet', '')) note(set);
  });
  for (const set of store.list('ReplicaSet', '')) note(set);
  const unsubscribe = store.subscribe(({ object }) => note(object));
  return () => {
    unsubscribe();
    queue.stop();
  };
}

const overQuota =
  'pods are forbidden: exceeded quota: compute, requested: pods=1, used: pods=4, limited: pods=4';

function isOverQuota(set: KubeObject, images: Images): boolean {
  const containers: { image: string }[] = set.spec?.template?.spec?.containers ?? [];
  return containers.some(({ image }) => images.behaviourOf(image).type === 'overQuota');
}

/** apps/v1 ReplicaSetCondition; the time of the first refusal stays. */
function failure(set: KubeObject, time: string): object {
  const type = 'ReplicaFailure';
  const before: { type: string }[] = set.status?.conditions ?? [];
  const old = before.find((condition) => condition.type === type);
  return (
    old ?? { type, status: 'True', reason: 'FailedCreate', message: overQuota, lastTransitionTime: time }
  );
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
