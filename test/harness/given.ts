import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import type { Hands, History } from './ground.ts';
import { keepVersions } from './history.ts';
import { object } from './objects.ts';

/** A small cluster for the tests of the judges: one pool of two, whole and current, ws-one on instance 1. */
export const appUid = 'a0000000-0000-0000-0000-0123456789ab';
export const owner = (kind: string, name: string, uid: string): OwnerReference => ({
  apiVersion: 'v1',
  kind,
  name,
  uid,
});
export const byApp = owner('AppDefinition', 'java', appUid);
export const bySession = owner('Session', 'ws-one', 'session-one');
export const byLease = owner('Lease', 'warmgate-java', 'lease-java');

const image = 'registry.example.test/java:1.0.0';
const generation = { 'theia-cloud.io/appdefinition-generation': '1' };

export function poolOfTwo(): KubeObject[] {
  return [
    object('AppDefinition', 'java', {
      metadata: { uid: appUid, generation: 1 },
      spec: { name: 'java', image, minInstances: 2 },
    }),
    object('Session', 'ws-one', {
      metadata: { uid: 'session-one' },
      spec: { appDefinition: 'java', user: 'ws-one@example.test' },
      status: { operatorStatus: 'HANDLED' },
    }),
    ...instance(1, [byApp, bySession], 'ws-one@example.test'),
    ...instance(2, [byApp], ''),
  ];
}

export function partName(id: number, middle = '', end = ''): string {
  return `instance-${id}-${middle}java-0123456789ab${end}`;
}

function instance(id: number, ownerReferences: OwnerReference[], list: string): KubeObject[] {
  const name = partName(id);
  const metadata = { labels: generation, ownerReferences };
  const purpose = (value: string) => ({
    metadata: { ...metadata, labels: { ...generation, 'theia-cloud.io/template-purpose': value } },
  });
  const template = { spec: { containers: [{ name: 'java', image }] } };
  return [
    object('Service', name, { metadata }),
    object('Service', `${name}-int`, { metadata }),
    object('ConfigMap', partName(id, 'proxy-'), purpose('proxy')),
    object('ConfigMap', partName(id, 'email-'), {
      ...purpose('emails'),
      data: { 'authenticated-emails-list': list },
    }),
    object('Deployment', name, { metadata, spec: { template } }),
    object('Pod', `${name}-x`, {
      metadata: { ownerReferences: [owner('ReplicaSet', `${name}-h`, `set-${id}`)] },
      spec: template.spec,
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    }),
  ];
}

/** The same objects with a change to one; undefined takes it out. */
export function withChange(
  objects: readonly KubeObject[],
  kind: string,
  name: string,
  change: (found: KubeObject) => KubeObject | undefined,
): KubeObject[] {
  let found = 0;
  const changed = objects.flatMap((each) => {
    if (each.kind !== kind || each.metadata.name !== name) return [each];
    found += 1;
    return change(structuredClone(each)) ?? [];
  });
  if (found !== 1) throw new Error(`${found} objects are ${kind} ${name}`);
  return changed;
}

export function handsOf(objects: readonly KubeObject[]): Hands {
  const refuse = async (): Promise<never> => {
    throw new Error('these hands only look');
  };
  return {
    list: async (kind) => objects.filter((each) => each.kind === kind),
    get: async (kind, name) => objects.find((each) => each.kind === kind && each.metadata.name === name),
    create: refuse,
    patch: refuse,
    remove: refuse,
  };
}

/** A history of these states of the whole cluster, one after another; resourceVersions go on counting. */
export function historyOf(
  ...states: readonly (readonly KubeObject[])[]
): History & { at(kind: Kind, name: string): string } {
  const versions = keepVersions();
  let now = 0;
  const last = new Map<string, string>();
  let before: readonly KubeObject[] = [];
  for (const state of states) {
    const stamped = (each: KubeObject): KubeObject => {
      now += 1;
      return { ...each, metadata: { ...each.metadata, resourceVersion: String(now) } };
    };
    for (const each of before)
      if (!state.some(({ metadata }) => metadata.uid === each.metadata.uid))
        versions.note(stamped(each), true);
    for (const each of state) {
      if (before.some((old) => JSON.stringify(old) === JSON.stringify(each))) continue;
      const version = stamped(each);
      versions.note(version, false);
      last.set(`${each.kind} ${each.metadata.name}`, version.metadata.resourceVersion ?? '');
    }
    before = state;
  }
  return {
    version: async (resourceVersion) => versions.get(resourceVersion),
    of: versions.of,
    before: versions.before,
    at: (kind, name) => last.get(`${kind} ${name}`) ?? 'none',
  };
}
