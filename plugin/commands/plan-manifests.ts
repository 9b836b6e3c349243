import { resolve } from 'node:path';
import { execa } from 'execa';
import { simpleGit } from 'simple-git';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { readObjects } from '../observe/read-objects.ts';
import type { Io } from './io.ts';

/** Longest that helm may take; a chart that fetches something is none that a plan should wait for. */
const longestMs = 60_000;

/**
 * What `helm template` makes of a chart. `lookup` finds nothing there, so values that a chart takes from the cluster are its
 * defaults, as under Argo CD.
 * @throws RunError 'helmMissing', 'helmFailed', 'notKubernetes'
 */
export async function chartManifests(
  chart: string,
  values: readonly string[],
  namespace: string,
  io: Pick<Io, 'cwd' | 'env' | 'stop'>,
): Promise<KubeObject[]> {
  const files = values.flatMap((file) => ['--values', resolve(io.cwd, file)]);
  const args = ['template', 'plan', resolve(io.cwd, chart), '--namespace', namespace, ...files];
  const done = await execa('helm', args, {
    cwd: io.cwd,
    env: { ...io.env },
    extendEnv: false,
    stdin: 'ignore',
    timeout: longestMs,
    cancelSignal: io.stop,
    maxBuffer: 100_000_000,
    reject: false,
  });
  if (done.isCanceled) throw new RunError('interrupted', {});
  if (done.code === 'ENOENT') throw new RunError('helmMissing', {});
  if (done.failed)
    throw new RunError('helmFailed', { chart, reason: lastLine(done.stderr) || 'it says nothing' });
  return readObjects(done.stdout, chart);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** AppDefinitions and all else that two revisions hold below a path. */
export interface Revisions {
  base: KubeObject[];
  head: KubeObject[];
}

/**
 * Reads both revisions from the repository that the working directory is in; nothing is checked out.
 * @throws RunError 'gitFailed', 'notKubernetes'
 */
export async function revisions(range: string, path: string, io: Io): Promise<Revisions> {
  const [base = '', head = ''] = range.split('..');
  // One after the other: what is skipped is said in order.
  return { base: await manifestsAt(base, path, io), head: await manifestsAt(head, path, io) };
}

async function manifestsAt(revision: string, path: string, io: Io): Promise<KubeObject[]> {
  const git = simpleGit({ baseDir: io.cwd, timeout: { block: 30_000 }, abort: io.stop });
  const ask = async (what: string, ...args: string[]): Promise<string> => {
    try {
      return await git.raw(args);
    } catch (error) {
      const reason = (error as Error).message.trim().split('\n').at(-1) ?? '';
      throw new RunError('gitFailed', { what, reason });
    }
  };
  const listed = await ask(
    `${revision} ${path}`,
    'ls-tree',
    '-r',
    '-z',
    '--name-only',
    '--end-of-options',
    revision,
    path,
  );
  const names = listed.split('\0').filter((name) => /\.(ya?ml|json)$/i.test(name));
  const objects: KubeObject[] = [];
  for (const name of names) {
    const text = await ask(`${revision}:${name}`, 'show', '--end-of-options', `${revision}:./${name}`);
    objects.push(...read(text, `${revision}:${name}`, io));
  }
  return objects;
}

const appDefinition = /kind["']?:\s*["']?AppDefinition(List)?\b/;

/** Files without an AppDefinition may hold anything: values, workflows, data. Templates of a chart are not manifests yet. */
function read(text: string, name: string, io: Io): KubeObject[] {
  if (!appDefinition.test(text)) return [];
  if (text.includes('{{')) {
    io.err(`warmgate: ${name} is a template and was left out; render it and give --manifests\n`);
    return [];
  }
  return readObjects(text, name);
}
