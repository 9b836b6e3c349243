import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeText } from '../manifests/stream.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { fromObjects } from './from-objects.ts';
import { readObjects } from './read-objects.ts';

export interface FileSource {
  /** Where relative names start. */
  cwd: string;
  readStdin(): Promise<string>;
  /** Warnings, a line each. */
  err?(text: string): void;
}

/**
 * A snapshot of files, all objects of one namespace. `-` is standard input.
 * @throws RunError 'unreadableFile', 'badEncoding', 'badManifest', 'notKubernetes', 'severalNamespaces', 'unknownNamespace'
 */
export async function lookAtFiles(
  files: readonly string[],
  namespace: string | undefined,
  source: FileSource,
): Promise<Snapshot> {
  const objects = await objectsOf(files, source);
  const names = [
    ...new Set(objects.map((object) => object.metadata.namespace ?? '').filter((name) => name !== '')),
  ].sort();
  if (namespace === undefined && names.length > 1) {
    throw new RunError('severalNamespaces', { file: files.join(', '), namespaces: names.join(', ') });
  }
  if (namespace !== undefined && names.length > 0 && !names.includes(namespace)) {
    throw new RunError('unknownNamespace', { namespace, server: files.join(', ') });
  }
  const wanted = namespace ?? names[0] ?? 'default';
  return fromObjects(
    objects.filter((object) => (object.metadata.namespace ?? wanted) === wanted),
    wanted,
  );
}

/** All objects of all files, in order. @throws RunError 'unreadableFile', 'badEncoding', 'badManifest', 'notKubernetes' */
export async function objectsOf(files: readonly string[], source: FileSource): Promise<KubeObject[]> {
  const warn = (sentence: string): void => source.err?.(`warmgate: warning: ${sentence}\n`);
  const found: KubeObject[][] = [];
  for (const file of files)
    found.push(readObjects(await textOf(file, source), file === '-' ? 'standard input' : file, warn));
  return found.flat();
}

/** A file as text; `-` is standard input. @throws RunError 'unreadableFile', 'badEncoding' */
export async function textOf(file: string, { cwd, readStdin }: FileSource): Promise<string> {
  if (file === '-') return readStdin();
  const bytes = await readFile(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    throw new RunError('unreadableFile', { file, reason: error.code ?? 'unknown' });
  });
  return decodeText(bytes, file);
}
