import type { KubeObject } from '../../plugin/model/kube.ts';
import { readObjects } from '../../plugin/observe/read-objects.ts';

/** What the real tools made of a document: kubectl's objects, or its refusal; whether Helm rendered it. */
export interface Verdict {
  title: string;
  text: string;
  objects?: unknown[];
  refused?: string;
  helm3: boolean;
  helm4: boolean;
}

/** The objects of a text with what a manifest says of them, without what an API server adds. */
export function asRead(text: string): unknown[] {
  return readObjects(text, 'x').map(said);
}

function said({ kind, metadata, spec }: KubeObject): unknown {
  return { kind, name: metadata.name, ...(spec === undefined ? {} : { spec }) };
}
