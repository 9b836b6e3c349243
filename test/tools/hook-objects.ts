import type { KubeObject } from '../../plugin/model/kube.ts';
import type { ApiClient } from '../control-plane/http.ts';
import { type StopWatch, watchObjects } from '../control-plane/watch.ts';
import { pathOf } from '../harness/recorder.ts';
import { runsToAnEnd } from './hook-kubelet.ts';

/** A hook's Job, or its bare Pod. */
export interface HookObject {
  kind: 'Job' | 'Pod';
  name: string;
  uid: string;
  /** Of its deletion; undefined as long as it is there. Comparable with those of any other object. */
  deletedAt: bigint | undefined;
}

/** Records the Jobs and bare Pods of a namespace from their creation to their deletion. */
export function watchHookObjects(
  api: ApiClient,
  namespace: string,
): { seen: readonly HookObject[]; stop: StopWatch } {
  const seen: HookObject[] = [];
  const note = (kind: HookObject['kind'], { metadata }: KubeObject, gone: boolean): void => {
    let object = seen.find(({ uid }) => uid === metadata.uid);
    if (object === undefined) {
      object = { kind, name: metadata.name, uid: metadata.uid, deletedAt: undefined };
      seen.push(object);
    }
    if (gone) object.deletedAt = BigInt(metadata.resourceVersion ?? '0');
  };
  const stops = [
    watchObjects(api, pathOf('Job', namespace), (job, gone) => note('Job', job, gone)),
    watchObjects(api, pathOf('Pod', namespace), (pod, gone) => {
      if (runsToAnEnd(pod) && (pod.metadata.ownerReferences ?? []).length === 0) note('Pod', pod, gone);
    }),
  ];
  return {
    seen,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
