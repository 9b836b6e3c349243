import { simpleGit } from 'simple-git';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { readObjects } from '../observe/read-objects.ts';
import type { Io } from './io.ts';

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
