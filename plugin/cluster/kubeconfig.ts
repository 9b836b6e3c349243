import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { RunError } from '../model/run-error.ts';

/** What the caller said about where the cluster is. */
export interface ConfigSource {
  kubeconfig?: string | undefined;
  context?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** One context with its cluster and user; no other entry is looked at. */
export interface Chosen {
  context: Entry;
  cluster: Entry;
  /** Undefined where the context names none. */
  user: Entry | undefined;
  /** The files' names, for errors. */
  file: string;
}

/** An entry's fields, each checked when it is read; null and empty count as unset. @throws RunError 'badKubeconfig' naming the field */
export interface Entry {
  readonly name: string;
  /** Empty where it is unset. */
  text(field: string): string;
  flag(field: string): boolean;
  texts(field: string): string[];
  /** The entry below `field`; undefined where it is unset. */
  inner(field: string): Entry | undefined;
  /** Anything else, as it is written. */
  raw(field: string): unknown;
  /** Absolute, from the folder of its file; empty where it is unset. */
  path(field: string): string;
  keys(): string[];
  /** The error that says what is wrong with a field. */
  bad(field: string, what: string): RunError;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The files that hold the configuration, best first; `named` when somebody asked for them.
 * Empty values count as unset.
 */
export function kubeconfigFiles({ kubeconfig, env }: ConfigSource): { files: string[]; named: boolean } {
  if ((kubeconfig ?? '') !== '') return { files: [kubeconfig ?? ''], named: true };
  const listed = (env.KUBECONFIG ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return { files: [...new Set(listed)], named: true };
  const home = env.HOME || env.USERPROFILE || '';
  return { files: home === '' ? [] : [path.join(home, '.kube', 'config')], named: false };
}

/**
 * Several files made one by kubectl's rules: the first current-context wins, and of two entries of one name the first
 * (https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files).
 * @param asked the context's name; undefined: current-context
 * @throws RunError 'badKubeconfig', 'noContext', 'unknownContext'
 */
export function chosenFrom(files: readonly string[], asked: string | undefined): Chosen {
  const all = files.map(load);
  const file = files.join(', ');
  const current = all.map((each) => each.content['current-context']).find((name) => isName(name));
  const name = isName(asked) ? asked : current;
  if (!isName(name)) throw new RunError('noContext', { file });
  const context = find(all, 'contexts', name);
  if (context === undefined)
    throw new RunError('unknownContext', { context: name, file, known: names(all, 'contexts').join(', ') });
  const clusterName = context.text('cluster');
  const userName = context.text('user');
  const cluster = isName(clusterName) ? find(all, 'clusters', clusterName) : undefined;
  if (cluster === undefined)
    throw new RunError('badKubeconfig', { file, reason: `context ${name} names no cluster that it holds` });
  const user = isName(userName) ? find(all, 'users', userName) : undefined;
  if (isName(userName) && user === undefined)
    throw new RunError('badKubeconfig', { file, reason: `context ${name} names no user that it holds` });
  return { context, cluster, user, file };
}

interface Loaded {
  file: string;
  folder: string;
  content: Fields;
}

type Section = 'contexts' | 'clusters' | 'users';

function find(all: readonly Loaded[], section: Section, name: string): Entry | undefined {
  for (const { file, folder, content } of all) {
    const found = entriesOf(content, section).filter((entry) => entry.name === name);
    if (found.length > 1)
      throw new RunError('badKubeconfig', { file, reason: `its ${section} have ${name} twice` });
    const one = section.slice(0, -1);
    const fields = found[0]?.[one] ?? {};
    if (found.length === 0) continue;
    if (isMapping(fields)) return entry(name, fields, folder, (what) => badEntry(file, one, name, what));
    throw badEntry(file, one, name, 'is no mapping');
  }
  return undefined;
}

function badEntry(file: string, section: string, name: string, what: string): RunError {
  return new RunError('badKubeconfig', { file, reason: `${section} ${name}: ${what}` });
}

function entry(name: string, fields: Fields, folder: string, bad: (what: string) => RunError): Entry {
  const own = (field: string): unknown =>
    Object.hasOwn(fields, field) ? (fields[field] ?? undefined) : undefined;
  const text = (field: string): string => {
    const value = own(field) ?? '';
    if (typeof value === 'string') return value;
    throw bad(`${field} is no string`);
  };
  return {
    name,
    text,
    flag(field) {
      const value = own(field) ?? false;
      if (typeof value === 'boolean') return value;
      throw bad(`${field} is neither true nor false`);
    },
    texts(field) {
      const value = own(field) ?? [];
      if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
      throw bad(`${field} is no list of strings`);
    },
    inner(field) {
      const value = own(field);
      if (value === undefined) return undefined;
      if (!isMapping(value)) throw bad(`${field} is no mapping`);
      return entry(name, value, folder, (what) => bad(`${field}.${what}`));
    },
    raw: own,
    path: (field) => (text(field) === '' ? '' : path.resolve(folder, text(field))),
    keys: () => Object.keys(fields),
    bad: (field, what) => bad(`${field} ${what}`),
  };
}

function names(all: readonly Loaded[], section: Section): string[] {
  const found = all.flatMap(({ content }) => entriesOf(content, section).map(({ name }) => name));
  return [...new Set(found.filter(isName))];
}

function entriesOf(content: Fields, section: Section): Fields[] {
  const entries = content[section];
  return Array.isArray(entries) ? entries.filter(isMapping) : [];
}

function load(file: string): Loaded {
  const text = read(file);
  const folder = path.dirname(path.resolve(file));
  return { file, folder, content: text.trim() === '' ? {} : parsed(file, text) };
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as { code?: unknown };
    const reason =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : String(code ?? 'unreadable');
    throw new RunError('badKubeconfig', { file, reason });
  }
}

/** A parser's message quotes the text around the error, which may be a token: only its line number is told. */
function parsed(file: string, text: string): Fields {
  let value: unknown;
  try {
    // As kubectl reads it: YAML 1.1, of two equal keys the last.
    value = parse(text, { version: '1.1', merge: true, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    const line = (error as { linePos?: { line: number }[] }).linePos?.[0]?.line;
    const where = line === undefined ? '' : `, line ${line}`;
    throw new RunError('badKubeconfig', { file, reason: `not YAML${where}` });
  }
  if (isMapping(value)) return value;
  throw new RunError('badKubeconfig', { file, reason: 'not a mapping' });
}

export function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
