import { usualResources } from '../manifests/hooks.ts';
import { cut, readPiece } from '../manifests/stream.ts';
import { type ChartValues, mergeValues } from '../manifests/values.ts';
import { isRecord } from '../model/foreign.ts';
import { RunError } from '../model/run-error.ts';
import { textOf } from '../observe/read-file.ts';
import type { Io } from './io.ts';
import { validValues } from './values-schema.ts';

/**
 * Values files in the chart's own words, or those of a chart that has it as a dependency, merged as Helm merges them.
 * @throws RunError 'unreadableFile', 'badEncoding', 'badManifest', 'badValues'
 */
export async function readValues(files: readonly string[], io: Io): Promise<ChartValues> {
  // The one value that is a mapping of defaults: a file changes it field by field.
  let values: unknown = { pod: { resources: usualResources } };
  for (const file of files) {
    const [piece] = cut(await textOf(file, io), file);
    const { value } = piece === undefined ? { value: null } : readPiece(piece, file);
    if (value !== null && !isRecord(value))
      throw new RunError('badValues', { file, reason: 'they are no mapping' });
    values = mergeValues(values, value?.warmgate ?? value ?? {});
  }
  if (validValues(values)) return values as ChartValues;
  throw new RunError('badValues', { file: files.join(', '), reason: reasonOf() });
}

function reasonOf(): string {
  const { instancePath = '', message = '', params = {} } = validValues.errors?.[0] ?? {};
  const path = instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, propertyName } = params as Record<string, string | undefined>;
  const name = additionalProperty ?? propertyName;
  if (name !== undefined) return `${path === '' ? '' : `${path}.`}${name} is no value of the chart`;
  return `${path} ${message}`;
}
