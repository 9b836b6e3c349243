import { setTimeout as sleep } from 'node:timers/promises';
import { apiVersionOf, type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { type ApiClient, type StopWatch, watchObjects } from '../control-plane/http.ts';
import type { History } from './ground.ts';

/** Versions of objects as a cluster reports them, kept by their resourceVersion, which only grows. */
export interface Versions {
  /** `gone`: the object's last state, under the resourceVersion of its deletion. */
  note(object: KubeObject, gone: boolean): void;
  get(resourceVersion: string): KubeObject | undefined;
  of(kind: Kind): readonly KubeObject[];
  before(kind: Kind, resourceVersion: string): readonly KubeObject[];
}

export function keepVersions(): Versions {
  const versions = new Map<string, KubeObject>();
  const gone = new Map<string, bigint>();
  const of = (kind: Kind): KubeObject[] =>
    [...versions.values()].filter((object) => object.kind === kind).sort((a, b) => (at(a) < at(b) ? -1 : 1));
  return {
    note(object, isGone) {
      if (isGone) gone.set(object.metadata.uid, at(object));
      else versions.set(object.metadata.resourceVersion ?? '', object);
    },
    get: (resourceVersion) => versions.get(resourceVersion),
    of,
    before(kind, resourceVersion) {
      const moment = BigInt(resourceVersion);
      const newest = new Map(
        of(kind)
          .filter((object) => at(object) < moment)
          .map((object) => [object.metadata.uid, object]),
      );
      return [...newest.values()].filter(({ metadata }) => (gone.get(metadata.uid) ?? moment) >= moment);
    },
  };
}

function at({ metadata }: KubeObject): bigint {
  return BigInt(metadata.resourceVersion ?? '0');
}

const recorded: readonly Kind[] = [
  'AppDefinition',
  'Session',
  'Service',
  'ConfigMap',
  'Deployment',
  'PersistentVolumeClaim',
];

/** Path of a kind's collection in a namespace, or of one object. */
export function pathOf(kind: Kind, namespace: string, name?: string): string {
  const root = kinds[kind].group === '' ? '/api' : '/apis';
  const collection = `${root}/${apiVersionOf(kind)}/namespaces/${namespace}/${kinds[kind].plural}`;
  return name === undefined ? collection : `${collection}/${name}`;
}

/** Keeps every version of the objects that runs are judged by, as watches bring them. */
export function record(api: ApiClient, namespace: string): History & { stop: StopWatch } {
  const versions = keepVersions();
  const stops = recorded.map((kind) =>
    watchObjects(api, pathOf(kind, namespace), (object, gone) => {
      versions.note({ ...object, kind, apiVersion: apiVersionOf(kind) }, gone);
    }),
  );
  return {
    async version(resourceVersion) {
      const deadline = performance.now() + 5000;
      for (;;) {
        const found = versions.get(resourceVersion);
        if (found !== undefined || performance.now() > deadline) return found;
        await sleep(50);
      }
    },
    of: versions.of,
    before: versions.before,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
