import type { KubeObject } from '../../plugin/model/kube.ts';
import { reference, withOwners } from './world-objects.ts';
import type { Play } from './world-play.ts';

const controllers = 'kube-controller-manager';

/** Starts what a control plane does by itself: garbage collection, ReplicaSets, pods that become Ready. */
export function startMachine(play: Play): void {
  const { store } = play;
  let sweeping = false;
  const sweepSoon = (): void => {
    if (sweeping) return;
    sweeping = true;
    play.after(play.between(60, 1500), () => {
      sweeping = false;
      sweep(play);
    });
  };
  store.onChange((before, after) => {
    if (after === undefined || (after.metadata.ownerReferences ?? []).some((owner) => !isThere(play, owner)))
      sweepSoon();
    if (after?.kind === 'Deployment' && before?.metadata.uid !== after.metadata.uid) rollOut(play, after);
    if (before?.kind === 'Pod' && after === undefined) replacePod(play, before);
  });
  sweepSoon();
  for (const pod of store.list('Pod')) {
    if (pod.status?.conditions?.[0]?.status === 'True' || pod.status?.containerStatuses !== undefined)
      continue;
    const set = store.get('ReplicaSet', pod.metadata.ownerReferences?.[0]?.name ?? '');
    const deployment = set?.metadata.ownerReferences?.[0];
    if (deployment !== undefined) becomeReady(play, pod.metadata.name, deployment);
  }
}

function isThere({ store }: Play, owner: { kind: string; name: string; uid: string }): boolean {
  return store.get(owner.kind, owner.name)?.metadata.uid === owner.uid;
}

/** References to what is gone come off; an object that had nothing else goes too (Kubernetes, Garbage Collection). */
function sweep(play: Play): void {
  for (const object of play.store.all()) {
    const owners = object.metadata.ownerReferences ?? [];
    const left = owners.filter((owner) => isThere(play, owner));
    if (left.length === owners.length) continue;
    if (left.length === 0) play.store.remove(object.kind, object.metadata.name);
    else play.store.replace(withOwners(object, left), controllers);
  }
}

/** An image with the tag `bad` never starts. */
function rollOut(play: Play, deployment: KubeObject): void {
  const { name, uid } = deployment.metadata;
  if (deployment.metadata.labels?.app === 'operator') return;
  play.after(play.between(20, 80), () => {
    if (play.store.get('Deployment', name)?.metadata.uid !== uid) return;
    const set = `${name}-${uid.slice(-20)}`;
    play.store.put({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name: set,
        uid: `${uid}-rs`,
        ownerReferences: [reference('Deployment', name, uid)],
      },
    });
    startPod(play, deployment, set);
  });
}

function startPod(play: Play, deployment: KubeObject, set: string): void {
  const { name, uid } = deployment.metadata;
  const pod = play.store.create('Pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${set}-${play.between(0, 1e9)}`,
      labels: { app: deployment.spec.selector.matchLabels.app },
      ownerReferences: [reference('ReplicaSet', set, `${uid}-rs`)],
    },
    status: { conditions: [{ type: 'Ready', status: 'False' }] },
  });
  count(play, name, uid, 0);
  becomeReady(play, pod.metadata.name, { name, uid });
}

function becomeReady(play: Play, pod: string, { name, uid }: { name: string; uid: string }): void {
  play.after(play.between(200, 1500), () => {
    const found = play.store.get('Pod', pod);
    const deployment = play.store.get('Deployment', name);
    if (found === undefined || deployment?.metadata.uid !== uid) return;
    const images: { image: string }[] = deployment.spec.template.spec.containers;
    const bad = images.some(({ image }) => image.includes(':bad'));
    const waiting = [{ name: 'ide', state: { waiting: { reason: 'InvalidImageName' } } }];
    const status = bad
      ? { ...found.status, containerStatuses: waiting }
      : { conditions: [{ type: 'Ready', status: 'True' }] };
    play.store.replace({ ...found, status }, controllers);
    if (!bad) count(play, name, uid, 1);
  });
}

function count(play: Play, name: string, uid: string, readyReplicas: number): void {
  const found = play.store.get('Deployment', name);
  if (found?.metadata.uid !== uid) return;
  const status = {
    observedGeneration: found.metadata.generation,
    replicas: 1,
    updatedReplicas: 1,
    readyReplicas,
  };
  play.store.replace({ ...found, status }, controllers);
}

/** A pod that was deleted alone is made anew by its ReplicaSet. */
function replacePod(play: Play, pod: KubeObject): void {
  const set = pod.metadata.ownerReferences?.[0]?.name ?? '';
  play.after(play.between(10, 40), () => {
    const owner = play.store.get('ReplicaSet', set)?.metadata.ownerReferences?.[0];
    const deployment = play.store.get('Deployment', owner?.name ?? '');
    if (deployment !== undefined && deployment.metadata.uid === owner?.uid) startPod(play, deployment, set);
  });
}
