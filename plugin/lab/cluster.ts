import type { KubeObject } from '../model/kube.ts';
import { type Api, createApi } from './api/api.ts';
import { type Audit, createAudit } from './api/audit.ts';
import { stamp } from './api/caller.ts';
import { seeded, uuid } from './api/random.ts';
import { resourceOf } from './api/resources.ts';
import { createStore, type Store } from './api/store.ts';
import type { LabClock } from './clock.ts';
import { type ControllerOptions, startControllers } from './controllers/controllers.ts';
import { createImages, type Images } from './controllers/images.ts';

export interface ClusterOptions extends ControllerOptions {
  readonly seed?: number;
  /** Made at first. `theia` by default. */
  readonly namespaces?: readonly string[];
  /** What is there at first, as `load` takes it, when the controllers start. */
  readonly contents?: readonly KubeObject[];
  /** Milliseconds of lab time until a container of an image without a row of its own is ready; 1500 by default. */
  readonly readyAfter?: number | (() => number);
  /** False: no controllers; objects stay as they are written. */
  readonly controllers?: boolean;
}

/** A cluster in memory, without HTTP: API, store and controllers on one clock. */
export interface EmbeddedCluster<C extends LabClock = LabClock> {
  readonly clock: C;
  readonly api: Api;
  readonly store: Store;
  readonly audit: Audit;
  readonly images: Images;
  /**
   * Stores an object around the API (UID, owners, generation, status, times as given, but for the resourceVersion), its
   * namespace too where it is missing. A UID and a creation time are made up only where there is none.
   */
  put(object: KubeObject): KubeObject;
  load(objects: readonly KubeObject[]): void;
  objects(kind: string, namespace?: string): readonly KubeObject[];
  /** Ends the controllers. */
  stop(): void;
}

export function createCluster<C extends LabClock>(
  clock: C,
  options: ClusterOptions = {},
): EmbeddedCluster<C> {
  const { seed = 1, namespaces = ['theia'], readyAfter = 1500 } = options;
  const random = seeded(seed);
  const store = createStore();
  const audit = createAudit();
  const api = createApi({ store, now: clock.now, random }, audit);
  const images = createImages(readyAfter);

  function put(object: KubeObject): KubeObject {
    const { namespaced } = resourceOf(object.kind);
    const { name, namespace = '', uid } = object.metadata;
    if (namespaced && namespace === '') throw new Error(`${object.kind} ${name} has no namespace`);
    if (namespaced && store.get('Namespace', '', namespace) === undefined) put(namespaceOf(namespace));
    const metadata = { creationTimestamp: stamp(clock.now()), ...object.metadata, uid: uid || uuid(random) };
    return store.put({ ...object, metadata });
  }
  const load = (objects: readonly KubeObject[]): void => {
    for (const object of objects) put(object);
  };

  for (const namespace of namespaces) put(namespaceOf(namespace));
  load(options.contents ?? []);
  const parts = { api, store, clock, random };
  const stop = options.controllers === false ? () => undefined : startControllers(parts, images, options);
  return {
    clock,
    api,
    store,
    audit,
    images,
    put: (object) => put(structuredClone(object)),
    load: (objects) => load(structuredClone(objects)),
    objects: (kind, namespace = '') => store.list(kind, namespace),
    stop,
  };
}

function namespaceOf(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, uid: '' }, status: { phase: 'Active' } };
}

/** The newest time (milliseconds) that an object of a recording names: the right `start` for a lab that loads it. Throws without one. */
export function newestTime(objects: readonly KubeObject[]): number {
  const times = JSON.stringify(objects).match(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g) ?? [];
  if (times.length === 0) throw new Error('no time in these objects');
  return Math.max(...times.map((time) => Date.parse(time)));
}
