import { setTimeout as sleep } from 'node:timers/promises';
import { apiVersionOf, type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { ApiClient } from '../control-plane/http.ts';
import { type StopWatch, watchObjects } from '../control-plane/watch.ts';
import type { History } from './ground.ts';
import { keepVersions } from './versions.ts';

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
