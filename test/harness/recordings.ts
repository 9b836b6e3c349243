import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assess } from '../../plugin/assess/assess.ts';
import type { Assessment } from '../../plugin/model/assessment.ts';
import { fromObjects } from '../../plugin/observe/from-objects.ts';
import { readObjects } from '../../plugin/observe/read-objects.ts';

const folder = join(import.meta.dirname, '../fixtures/recordings');

export const recordingNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))
  .sort();

export function recordingText(name: string): string {
  return readFileSync(join(folder, `${name}.json`), 'utf8');
}

/** What one look at the objects in a text says, all AppDefinitions, everything required. */
export function assessText(text: string): Assessment {
  const objects = readObjects(text, 'recording.json');
  const namespace = objects[0]?.metadata.namespace ?? 'default';
  const options = {
    apps: [],
    requireReady: true,
    requireSameDigest: false,
    requireOperatorCurrent: false,
    tellHarmBefore: false,
  };
  return assess(fromObjects(objects, namespace), undefined, options).assessment;
}
