import type { Looked } from '../../plugin/assess/assess.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations, labels } from '../../plugin/theia/labels.ts';
import { lazyStart } from '../../plugin/theia/templates/session.ts';
import { usualSettings } from '../../plugin/theia/templates/subject.ts';
import { namespace, objectOf, reference, sessionOf, stamp, worldStart } from '../harness/world-objects.ts';
import { changed, claimed, free, look, ofKind, part, pool, theApp, theUid } from './given.ts';

/** A look that must give a reason, and one like it that must not. */
export interface Fixture {
  gives: () => Looked;
  not: () => Looked;
}

/** Generation label of one part. */
export function labelled(objects: KubeObject[], id: number, kind: Parameters<typeof part>[1], label: string) {
  return changed(objects, part(id, kind), ({ metadata }) => ({
    metadata: { labels: { ...metadata.labels, [labels.generation]: label } },
  }));
}

/** The main container (or the only one) of a Deployment with other fields. */
export function container(
  objects: KubeObject[],
  id: number,
  kind: 'deployment' | 'sidecarDeployment',
  fields: object,
): KubeObject[] {
  return changed(objects, part(id, kind), ({ spec }) => {
    const copy = structuredClone(spec);
    Object.assign(copy.template.spec.containers.at(-1), fields);
    return { spec: copy };
  });
}

/** One part is being deleted. */
export function ending(objects: KubeObject[], id: number, kind: Parameters<typeof part>[1]): KubeObject[] {
  return changed(objects, part(id, kind), { metadata: { deletionTimestamp: stamp(worldStart - 1000) } });
}

/** Status fields for all pods, or those of one instance's main Deployment. */
export function pods(objects: KubeObject[], status: object, id?: number): KubeObject[] {
  const mine = ({ kind, metadata }: KubeObject): boolean =>
    kind === 'Pod' && (id === undefined || metadata.name.startsWith(`instance-${id}-`));
  return changed(objects, mine, (pod) => ({ status: { ...pod.status, ...status } }));
}

/** Deployment of one instance that is not ready, its pod waiting. */
export function waiting(reason: string, message = '', container = 'java'): KubeObject[] {
  const objects = pool([free(1, { pod: 'starting' })]);
  return pods(objects, { containerStatuses: [{ name: container, state: { waiting: { reason, message } } }] });
}

/** The label off everything: a pool of an upstream operator. */
export function upstream(objects: KubeObject[]): KubeObject[] {
  return objects.map((object) => {
    const { [labels.generation]: _, ...rest } = object.metadata.labels ?? {};
    return { ...object, metadata: { ...object.metadata, labels: rest } };
  });
}

/** Half claimed, claiming or ending: a Session of this phase owns the external Service. */
export function claimBy(by: 'failed' | 'ending' | 'gone' | 'inFlight', steps = 1): Looked {
  return look(pool([free(1, { claim: { by, steps } })]));
}

/** No AppDefinition reference left on any part of an instance. */
export function detached(objects: KubeObject[], id: number): KubeObject[] {
  return changed(
    objects,
    ({ metadata }) => metadata.name.startsWith(`instance-${id}-`) && metadata.ownerReferences !== undefined,
    ({ metadata }) => ({
      metadata: { ownerReferences: metadata.ownerReferences?.filter(({ uid }) => uid !== theUid) ?? [] },
    }),
  );
}

/** minInstances of the AppDefinition. */
export function minimum(objects: KubeObject[], minInstances: number): KubeObject[] {
  return changed(objects, ofKind('AppDefinition'), ({ spec }) => ({ spec: { ...spec, minInstances } }));
}

/** The AppDefinition was deleted, and perhaps made anew under its name. */
export function recreated(objects: KubeObject[], anew: boolean): KubeObject[] {
  const uid = '6f1a8966-4d5a-41dc-82ba-00000000beef';
  return anew
    ? changed(objects, ofKind('AppDefinition'), { metadata: { uid } })
    : objects.filter(({ kind }) => kind !== 'AppDefinition');
}

/** A Session's claim as the recordings show it: ConfigMaps not covered, the list right. */
export function live(covers: 'all' | 'claimed' = 'all', list: 'right' | 'empty' | 'other' = 'right') {
  return claimed(1, { claim: { by: 'live', covers, list, detached: false } });
}

/** ReplicaSets of the operator's Deployment, newest revision last, with these arguments. */
export function operatorSets(...sets: { args: string[]; at: number; revision?: number }[]): KubeObject[] {
  return sets.map(({ args, at, revision }, index) =>
    objectOf('ReplicaSet', `operator-${index}`, `operator-set-${index}`, {
      metadata: {
        creationTimestamp: stamp(at),
        annotations: { 'deployment.kubernetes.io/revision': String(revision ?? index + 1) },
        ownerReferences: [reference('Deployment', 'operator-deployment', 'operator-uid')],
      } as unknown as KubeObject['metadata'],
      spec: { template: { spec: { containers: [{ name: 'operator', args }] } } },
    }),
  );
}

/** A pool of one with the leader's Lease renewed, ms after the first look. */
export function renewed(at: number, lease: object = {}): KubeObject[] {
  return changed(pool([free(1)]), ofKind('Lease', 'theia-cloud-operator-leaders'), ({ spec }) => ({
    spec: { ...spec, renewTime: stamp(worldStart + at), ...lease },
  }));
}

/** The operator's pod with this many restarts of its container, started ms after the first look. */
export function operatorPod(restartCount: number, started = -900_000): KubeObject[] {
  const owned = (owner: KubeObject['metadata']['ownerReferences']) =>
    ({ ownerReferences: owner }) as KubeObject['metadata'];
  return [
    objectOf('ReplicaSet', 'operator-rs', 'operator-rs', {
      metadata: owned([reference('Deployment', 'operator-deployment', 'operator-uid')]),
    }),
    objectOf('Pod', 'operator-pod', 'operator-pod', {
      metadata: owned([reference('ReplicaSet', 'operator-rs', 'operator-rs')]),
      status: {
        phase: 'Running',
        startTime: stamp(worldStart + started),
        containerStatuses: [{ name: 'operator', restartCount }],
      },
    }),
  ];
}

/** A live session for which no free instance was left, with the objects that the operator made for it alone. */
export function lazily(name: string): KubeObject[] {
  const session = sessionOf(name, 'java', { made: worldStart - 60_000 });
  session.metadata.annotations = { [annotations.startStrategy]: 'lazy-fallback' };
  const { objects } = lazyStart(session, theApp, usualSettings);
  return [
    session,
    ...objects.map((object) => ({
      ...object,
      metadata: {
        ...object.metadata,
        namespace,
        uid: `${object.kind}-${object.metadata.name}`,
        creationTimestamp: stamp(worldStart - 59_000),
      },
    })),
  ];
}
