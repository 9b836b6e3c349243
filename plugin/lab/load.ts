import type { KubeObject } from '../model/kube.ts';
import { stamp } from './api/caller.ts';
import { uuid } from './api/random.ts';
import { resourceOf } from './api/resources.ts';
import type { Store } from './api/store.ts';

/** Ways around the API: what is stored is what was given, but for the resourceVersion. */
export interface Loader {
  put(object: KubeObject): KubeObject;
  load(objects: readonly KubeObject[]): void;
}

/** Gives a UID and a creation time only where there is none, and makes the namespaces that objects are in. */
export function createLoader(
  store: Store,
  { now, random }: { now: () => number; random: () => number },
): Loader {
  const complete = (object: KubeObject): KubeObject => ({
    ...structuredClone(object),
    metadata: {
      creationTimestamp: stamp(now()),
      ...structuredClone(object.metadata),
      uid: object.metadata.uid || uuid(random),
    },
  });
  function put(object: KubeObject): KubeObject {
    const { namespaced } = resourceOf(object.kind);
    const namespace = object.metadata.namespace ?? '';
    if (namespaced && namespace === '')
      throw new Error(`${object.kind} ${object.metadata.name} has no namespace`);
    if (namespaced && store.get('Namespace', '', namespace) === undefined)
      put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: '' } });
    return store.put(complete(object));
  }
  return {
    put,
    load: (objects) => {
      for (const object of objects) put(object);
    },
  };
}

/** The newest time (milliseconds) that an object of a recording names: the right `start` for a lab that loads it. Throws without one. */
export function newestTime(objects: readonly KubeObject[]): number {
  const times = JSON.stringify(objects).match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g) ?? [];
  if (times.length === 0) throw new Error('no time in these objects');
  return Math.max(...times.map((time) => Date.parse(time)));
}
