import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { ensureBinaries } from '../control-plane/build.ts';
import { readObjects } from './builders.ts';

export const chart: string = join(import.meta.dirname, '../../charts/patch');

export const helms: Record<'helm3' | 'helm4', string> = await ensureBinaries(['helm3', 'helm4']);

export interface Rendered {
  exit: number;
  /** Without the empty lines that one version of Helm leaves before a separator. */
  text: string;
  err: string;
}

/** `helm template` of a chart, with values as one gives them in a file. */
export async function render(helm: string, values: object = {}, folder: string = chart): Promise<Rendered> {
  return helmWith(helm, values, (file) => ['template', 'warmgate', folder, '-n', 'theia', '-f', file]);
}

export async function lint(helm: string, values: object = {}): Promise<Rendered> {
  return helmWith(helm, values, (file) => ['lint', '--strict', chart, '-f', file]);
}

/** What `helm install` says in the end. */
export async function notes(helm: string, values: object): Promise<string> {
  const { text } = await helmWith(helm, values, (file) => [
    ...['install', 'warmgate', chart, '-n', 'theia', '--dry-run=client', '-f', file],
  ]);
  return text.slice(text.indexOf('\nNOTES:\n'));
}

/** The objects that `helm template` printed. @throws Error with what it said instead */
export async function objectsOf(
  helm: string,
  values: object = {},
  folder: string = chart,
): Promise<Manifest[]> {
  const { exit, text, err } = await render(helm, values, folder);
  if (exit !== 0) throw new Error(err);
  return readObjects(text);
}

async function helmWith(helm: string, values: object, args: (file: string) => string[]): Promise<Rendered> {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-chart-'));
  try {
    const file = join(folder, 'values.json');
    writeFileSync(file, JSON.stringify(values));
    const env = { HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const done = await execa(helm, args(file), { env, reject: false, timeout: 60_000 });
    const text = `${done.stdout.trimEnd()}\n`.replaceAll(/\n+(?=---\n)/g, '\n');
    return { exit: done.exitCode ?? -1, text, err: done.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
