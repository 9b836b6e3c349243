import { metadataOf, unfold } from '../manifests/objects.ts';
import { cut, type Piece, readPiece } from '../manifests/stream.ts';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { wellFormed } from '../model/well-formed.ts';

/** Hears a sentence about something that counts otherwise than its author may think. */
export type Warn = (sentence: string) => void;

/**
 * The objects in a text: one object, a List (nested ones too), a bare array, several JSON or YAML documents. Objects of
 * others that have no name or kind are left out: a hook Job may be named by the API server.
 * @throws RunError 'badManifest' for what kubectl cannot read either, 'notKubernetes' where no object is in it
 */
export function readObjects(text: string, file: string, warn?: Warn): KubeObject[] {
  const unusable: string[] = [];
  const objects = objectsOfPieces(cut(text, file), file, warn, (why) => unusable.push(why));
  if (objects.length === 0)
    throw new RunError('notKubernetes', { file, reason: unusable[0] ?? 'it is empty' });
  return objects;
}

/** The same of some documents of a stream, which may hold none. @throws RunError 'badManifest', 'notKubernetes' */
export function objectsOfPieces(
  pieces: readonly Piece[],
  file: string,
  warn: Warn = () => undefined,
  unusable: (why: string) => void = () => undefined,
): KubeObject[] {
  return pieces.flatMap((piece) => {
    const { value, twice, restLine } = readPiece(piece, file);
    if (value !== null && typeof value !== 'object')
      throw new RunError('badManifest', { file, line: piece.line, reason: 'it is a text and no object' });
    const objects = unfold(value, unusable).flatMap(({ object }) => {
      const read = usable(object, file);
      if (read === undefined) unusable(`the ${object.kind} in it has no metadata.name`);
      return read ?? [];
    });
    if (objects.some(({ kind }) => kind === 'AppDefinition'))
      for (const { key, line } of twice)
        warn(`${file}, line ${line}: ${key} is there twice; the last one counts`);
    if (restLine !== undefined)
      warn(`${file}, line ${restLine}: what follows ... is read by nobody up to the next ---`);
    return objects;
  });
}

function usable(object: Record<string, unknown>, file: string): KubeObject | undefined {
  const { metadata, apiVersion, kind } = object;
  const clean = isRecord(metadata) && (metadata.name === '' || metadata.namespace === '');
  const found = wellFormed(clean ? { ...object, metadata: metadataOf(object) } : object);
  if (found === undefined && typeof apiVersion === 'string' && apiVersion.startsWith('theia.cloud/'))
    throw new RunError('notKubernetes', { file, reason: `the ${kind} in it has no metadata.name` });
  return found;
}
