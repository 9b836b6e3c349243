import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';

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
