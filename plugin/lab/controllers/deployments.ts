import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../model/kube.ts';
import { without } from '../api/json.ts';
import { hashOf } from '../api/random.ts';
import { StatusError } from '../api/status-error.ts';
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
import { deploymentStatus, nextScaling, replicasOf, stuckIn } from './rollout.ts';

const self = controller('deployment-controller');
const delay = 30;
const revision = 'deployment.kubernetes.io/revision';

/** Makes a ReplicaSet for each template, rolls pods over to the newest one, and keeps the Deployment's status. */
export function startDeployments(parts: ControllerParts): Stop {
  const { store, api, clock } = parts;
  const queue = createQueue(clock, (key) => {
    const { kind, namespace, name } = fromKey(key);
    const deployment = store.get(kind, namespace, name);
    if (deployment !== undefined) sync(deployment);
  });

  function sync(deployment: KubeObject): void {
    const sets = controlledBy(store, deployment, 'ReplicaSet');
    const found = currentSet(deployment, sets);
    const ending = deployment.metadata.deletionTimestamp !== undefined;
    const current = found ?? (ending ? undefined : createSet(deployment, sets));
    const old = sets.filter((set) => set !== found);
    if (current !== undefined && !ending) roll(deployment, current, old);
    if (current !== undefined) updateStatus(deployment, current, old);
  }

  /** Undefined where another's ReplicaSet has the name: the next turn tries a new hash. */
  function createSet(deployment: KubeObject, sets: readonly KubeObject[]): KubeObject | undefined {
    const target = targetOf(deployment);
    const number = 1 + Math.max(0, ...sets.map((set) => Number(set.metadata.annotations?.[revision] ?? 0)));
    try {
      const set = api.create(self, 'ReplicaSet', target.namespace, setOf(deployment, number));
      api.patch(self, target, 'merge', { metadata: { annotations: { [revision]: String(number) } } });
      return set;
    } catch (error) {
      if (!(error instanceof StatusError) || error.body.reason !== 'AlreadyExists') throw error;
      const status = { ...deployment.status, collisionCount: (deployment.status?.collisionCount ?? 0) + 1 };
      writeStatus(parts, self, deployment, status);
      return undefined;
    }
  }

  function roll(deployment: KubeObject, current: KubeObject, old: readonly KubeObject[]): void {
    const oldPods = old.flatMap((set) => controlledBy(store, set, 'Pod')).length;
    for (const [name, replicas] of nextScaling(deployment, current, old, oldPods)) {
      const target = { ...targetOf(current), name };
      api.patch(self, target, 'merge', { spec: { replicas } });
    }
  }

  function updateStatus(deployment: KubeObject, current: KubeObject, old: readonly KubeObject[]): void {
    const fresh = (set: KubeObject): KubeObject =>
      store.get('ReplicaSet', targetOf(set).namespace, set.metadata.name) ?? set;
    const live =
      store.get('Deployment', targetOf(deployment).namespace, deployment.metadata.name) ?? deployment;
    const pods = [current, ...old].flatMap((set) => controlledBy(store, set, 'Pod'));
    const status = deploymentStatus(live, fresh(current), old.map(fresh), pods, clock.now());
    writeStatus(parts, self, live, status);
    const left = stuckIn(live, status, clock.now());
    if (left !== undefined) queue.add(keyOf(targetOf(live)), Math.max(left, 0) + 1000);
  }

  const note = (object: KubeObject): void => {
    const target = targetOf(object);
    if (object.kind === 'Deployment') queue.add(keyOf(target), delay);
    if (object.kind === 'ReplicaSet') noteOwner(object, target.namespace);
    if (object.kind !== 'Pod') return;
    for (const reference of object.metadata.ownerReferences ?? []) {
      const set = store.get('ReplicaSet', target.namespace, reference.name);
      if (set !== undefined) noteOwner(set, target.namespace);
    }
  };
  function noteOwner(set: KubeObject, namespace: string): void {
    const owner = set.metadata.ownerReferences?.find((reference) => reference.kind === 'Deployment');
    if (owner !== undefined) queue.add(keyOf({ kind: 'Deployment', namespace, name: owner.name }), delay);
  }
  for (const deployment of store.list('Deployment', '')) note(deployment);
  const unsubscribe = store.subscribe(({ object }) => note(object));
  return () => {
    unsubscribe();
    queue.stop();
  };
}

function setOf(deployment: KubeObject, number: number): object {
  const { template, selector } = deployment.spec;
  const hash = templateHash(deployment);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${deployment.metadata.name}-${hash}`,
      labels,
      annotations: {
        [revision]: String(number),
        'deployment.kubernetes.io/desired-replicas': String(replicasOf(deployment)),
      },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas: 0,
      selector: { matchLabels: { ...selector?.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

const hashLabel = 'pod-template-hash';

/** The ReplicaSet of the Deployment's present template, the hash label left out of the comparison. */
function currentSet(deployment: KubeObject, sets: readonly KubeObject[]): KubeObject | undefined {
  return sets.find((set) => isDeepStrictEqual(bare(set.spec?.template), bare(deployment.spec?.template)));
}

/** Changes with the template, and with the count of collisions with another's ReplicaSet of that name. */
function templateHash(deployment: KubeObject): string {
  return hashOf(JSON.stringify([deployment.spec?.template, deployment.status?.collisionCount ?? 0]));
}

interface Template {
  metadata?: { labels?: Record<string, string> };
}

function bare(template: Template | undefined): unknown {
  return {
    ...template,
    metadata: { ...template?.metadata, labels: without(template?.metadata?.labels ?? {}, hashLabel) },
  };
}
