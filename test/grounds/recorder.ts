import { setTimeout as sleep } from 'node:timers/promises';
import { apiVersionOf, type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ApiClient } from '../cluster/http.ts';
import { type StopWatch, watchObjects } from '../cluster/watch.ts';
import type { History } from './ground.ts';

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
  const versions = new Map<string, KubeObject>();
  const stops = recorded.map((kind) =>
    watchObjects(api, pathOf(kind, namespace), (object, gone) => {
      if (!gone)
        versions.set(object.metadata.resourceVersion ?? '', {
          ...object,
          kind,
          apiVersion: apiVersionOf(kind),
        });
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
    of: (kind) =>
      [...versions]
        .filter(([, object]) => object.kind === kind)
        .sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
        .map(([, object]) => object),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
