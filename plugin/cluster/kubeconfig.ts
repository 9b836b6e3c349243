import { accessSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { RunError } from '../model/run-error.ts';

/** What the caller said about where the cluster is. */
export interface ConfigSource {
  kubeconfig?: string | undefined;
  context?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** The files that hold the configuration, best first; `named` when somebody asked for them. */
export function kubeconfigFiles({ kubeconfig, env }: ConfigSource): { files: string[]; named: boolean } {
  if (kubeconfig !== undefined) return { files: [kubeconfig], named: true };
  const listed = (env.KUBECONFIG ?? '').split(path.delimiter).filter((file) => file !== '');
  if (listed.length > 0) return { files: [...new Set(listed)], named: true };
  const home = env.HOME ?? env.USERPROFILE ?? '';
  return { files: home === '' ? [] : [path.join(home, '.kube', 'config')], named: false };
}

export function exists(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Several files made one by kubectl's rules: the first current-context wins, and of two entries of one name the first.
 * (https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files)
 * @throws RunError 'badKubeconfig'
 */
export function mergeFiles(files: readonly string[]): KubeConfig {
  const parts = files.map(loadFile);
  const merged = new KubeConfig();
  merged.loadFromOptions({
    clusters: firstOfEachName(parts.flatMap((part) => part.clusters)),
    users: firstOfEachName(parts.flatMap((part) => part.users)),
    contexts: firstOfEachName(parts.flatMap((part) => part.contexts)),
    currentContext: parts.map((part) => part.currentContext).find((name) => (name ?? '') !== ''),
  });
  return merged;
}

function loadFile(file: string): KubeConfig {
  const config = new KubeConfig();
  const text = read(file);
  if (text.trim() === '') return config;
  const raw = parsed(file, text);
  try {
    config.loadFromString(text);
    config.makePathsAbsolute(path.dirname(path.resolve(file)));
  } catch (error) {
    throw new RunError('badKubeconfig', { file, reason: ours(error) });
  }
  for (const entry of Array.isArray(raw.users) ? raw.users : []) repairUser(config, entry, file);
  return config;
}

/** client-node reads neither `tokenFile` nor tells a credential plugin what it is asked for; kubectl does both. */
function repairUser(config: KubeConfig, entry: RawUser, file: string): void {
  const user = config.users.find(({ name }) => name === entry?.name);
  if (user === undefined) return;
  if (typeof entry.user?.tokenFile === 'string' && !user.token) {
    const tokenFile = path.resolve(path.dirname(file), entry.user.tokenFile);
    Object.assign(user, { authProvider: { name: 'tokenFile', config: { tokenFile } } });
  }
  if (typeof user.exec === 'object' && user.exec !== null) {
    const { apiVersion, env } = user.exec;
    const told = { apiVersion, kind: 'ExecCredential', spec: { interactive: false } };
    user.exec.env = [{ name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(told) }, ...(env ?? [])];
  }
}

interface RawUser {
  name?: unknown;
  user?: { tokenFile?: unknown };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RunError('badKubeconfig', {
      file,
      reason: String((error as { code?: unknown }).code ?? 'unreadable'),
    });
  }
}

/** A parser's message quotes the text around the fault, which may be a token: only its line number is told. */
function parsed(file: string, text: string): { users?: RawUser[] } {
  try {
    const value: unknown = parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    const line = (error as { linePos?: { line: number }[] }).linePos?.[0]?.line;
    throw new RunError('badKubeconfig', {
      file,
      reason: `not YAML${line === undefined ? '' : `, line ${line}`}`,
    });
  }
  throw new RunError('badKubeconfig', { file, reason: 'not a mapping' });
}

/** client-node names entries by index (`clusters[0].name is missing`); anything else is not repeated. */
function ours(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  if (/^\w+\[\d+\][\w.]* is missing$/.test(message ?? '')) return message ?? '';
  return code === undefined ? 'not in the form of a kubeconfig' : `a file that it names: ${code}`;
}

function firstOfEachName<T extends { name: string }>(entries: readonly T[]): T[] {
  return entries.filter((entry, at) => entries.findIndex(({ name }) => name === entry.name) === at);
}
