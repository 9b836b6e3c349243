import { resolve } from 'node:path';
import { execa } from 'execa';
import { type SimpleGit, simpleGit } from 'simple-git';
import { cut, decodeText } from '../manifests/stream.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { objectsOfPieces, readObjects, type Warn } from '../observe/read-objects.ts';
import { clean } from '../text/clean.ts';
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
  io: Pick<Io, 'cwd' | 'env' | 'err' | 'stop'>,
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
    encoding: 'buffer',
    reject: false,
  });
  if (done.isCanceled) throw new RunError('interrupted', {});
  if (done.code === 'ENOENT') throw new RunError('helmMissing', {});
  if (done.timedOut) throw new RunError('helmFailed', { chart, reason: `not after ${longestMs / 1000} s` });
  if (done.failed) {
    const reason = causeIn(new TextDecoder().decode(done.stderr), /^Error: /) || 'it says nothing';
    throw new RunError('helmFailed', { chart, reason });
  }
  return readObjects(decodeText(done.stdout, chart), chart, warnBy(io));
}

function warnBy(io: Pick<Io, 'err'>): Warn {
  return (sentence) => io.err(`warmgate: warning: ${sentence}\n`);
}

const mostOfCause = 190;

/**
 * What a tool says went wrong, in one line without its advice on how to call it. Of a long one both ends stay: a template says first
 * where it stands, and last what is wrong there.
 */
function causeIn(stderr: string, begins: RegExp): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^Use (--debug|'--')|^'git <command>/.test(line));
  const first = lines.findIndex((line) => begins.test(line));
  const text = clean(lines.slice(Math.max(first, 0)).join(' ').replace(begins, ''), 10_000);
  if (text.length <= mostOfCause) return text;
  return `${text.slice(0, 60).trimEnd()} … ${text.slice(60 - mostOfCause).trimStart()}`;
}

/** AppDefinitions and all else that two revisions hold below a path. */
export interface Revisions {
  base: KubeObject[];
  head: KubeObject[];
}

/**
 * Reads both revisions from the repository that the working directory is in; nothing is checked out. `A...B` compares B with where it
 * left A, as Git does.
 * @throws RunError 'gitMissing', 'gitFailed', 'badEncoding', 'badManifest', 'notKubernetes'
 */
export async function revisions(range: string, path: string, io: Io): Promise<Revisions> {
  const [, from = '', dots, head = ''] = /^(.+?)(\.{2,3})([^.].*)$/.exec(range) ?? [];
  const git = simpleGit({ baseDir: io.cwd, timeout: { block: 30_000 }, abort: io.stop });
  const base = dots === '...' ? await forkPoint(from, head, git) : from;
  // One after the other: what is skipped is said in order.
  return { base: await manifestsAt(base, path, git, io), head: await manifestsAt(head, path, git, io) };
}

async function forkPoint(from: string, head: string, git: SimpleGit): Promise<string> {
  const what = `${from}...${head}`;
  const found = (await asked(what, git.raw(['merge-base', '--end-of-options', from, head]))).trim();
  if (found !== '') return found;
  const reason = 'they have no common ancestor; a shallow clone lacks it (fetch-depth: 0)';
  throw new RunError('gitFailed', { what, reason });
}

async function manifestsAt(revision: string, path: string, git: SimpleGit, io: Io): Promise<KubeObject[]> {
  const list = ['ls-tree', '-r', '-z', '--name-only', '--end-of-options', revision, path];
  const listed = await asked(`${revision} ${path}`, git.raw(list));
  const names = listed.split('\0').filter((name) => /\.(ya?ml|json)$/i.test(name));
  const objects: KubeObject[] = [];
  for (const name of names) {
    const file = `${revision}:${name}`;
    const bytes = await asked(file, git.showBuffer(['--end-of-options', `${revision}:./${name}`]));
    if (bytes.includes('AppDefinition') || bytes.includes('AppDefinition', 0, 'utf16le'))
      objects.push(...appsIn(decodeText(bytes, file), file, io));
  }
  return objects;
}

async function asked<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { message } = error as Error;
    if (/spawn git ENOENT/.test(message)) throw new RunError('gitMissing', {});
    throw new RunError('gitFailed', {
      what,
      reason: causeIn(message, /^(fatal|error): /) || 'it says nothing',
    });
  }
}

/** Files of a repository may hold anything: values, workflows, data. Templates of a chart are not manifests yet. */
function appsIn(text: string, file: string, io: Io): KubeObject[] {
  const pieces = cut(text, file).filter(
    (piece) => /\bkind\b/.test(piece.text) && piece.text.includes('AppDefinition'),
  );
  const rendered = pieces.filter(({ content }) => !content.includes('{{'));
  if (rendered.length < pieces.length)
    io.err(`warmgate: ${file} is a template and was left out; render it and give --manifests\n`);
  return objectsOfPieces(rendered, file, warnBy(io));
}
