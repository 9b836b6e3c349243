import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../../plugin/manifests/manifest.ts';

/** The objects of a YAML stream; empty documents are none. */
export function readObjects(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}
