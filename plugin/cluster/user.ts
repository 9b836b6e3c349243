import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { type Entry, isMapping } from './kubeconfig.ts';

/** How requests say who sends them, as a kubeconfig's user has it. */
export interface User {
  token: string;
  /** Read anew while the run lasts; its content goes before `token`. */
  tokenFile: string;
  /** `name:password`; empty: none. */
  basic: string;
  certificate: Pem | undefined;
  key: Pem | undefined;
  exec: ExecPlugin | undefined;
  /** The config of auth-provider `oidc`. */
  oidc: Record<string, string> | undefined;
  impersonate: Record<string, string | string[]>;
}

/** A file that may be renewed while the run lasts, or what the kubeconfig itself holds. */
export type Pem = { readonly file: string } | { readonly data: Buffer };

/** https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins */
export interface ExecPlugin {
  apiVersion: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  installHint: string;
  provideClusterInfo: boolean;
}

export const nobody: User = {
  token: '',
  tokenFile: '',
  basic: '',
  certificate: undefined,
  key: undefined,
  exec: undefined,
  oidc: undefined,
  impersonate: {},
};

/**
 * Every field that kubectl knows is used, or refused by its name; what kubectl does not know is ignored, as there.
 * @throws RunError 'badKubeconfig'
 */
export function userOf(entry: Entry): User {
  const [token, username, password] = [entry.text('token'), entry.text('username'), entry.text('password')];
  const basic = username === '' && password === '' ? '' : `${username}:${password}`;
  if (token !== '' && basic !== '') throw entry.bad('token', 'and username exclude each other');
  const certificate = pemOf(entry, 'client-certificate');
  const key = certificate === undefined ? undefined : pemOf(entry, 'client-key');
  if (certificate !== undefined) checkPair(entry, certificate, key);
  const exec = execOf(entry.inner('exec'));
  const oidc = oidcOf(entry);
  if (exec !== undefined && oidc !== undefined)
    throw entry.bad('exec', 'and auth-provider exclude each other');
  const tokenFile = entry.path('tokenFile');
  if (token === '' && tokenFile !== '') readable(entry, 'tokenFile', tokenFile);
  return { token, tokenFile, basic, certificate, key, exec, oidc, impersonate: impersonationOf(entry) };
}

/** Of `field` and `field-data` one at most. */
export function pemOf(entry: Entry, field: string): Pem | undefined {
  const file = entry.path(field);
  const text = entry.text(`${field}-data`);
  if (file !== '' && text !== '') throw entry.bad(field, `and ${field}-data exclude each other`);
  if (file !== '') readable(entry, field, file);
  if (file !== '') return { file };
  if (text === '') return undefined;
  const data = Buffer.from(text, 'base64');
  if (data.toString('base64') === text.replaceAll(/\s/g, '')) return { data };
  throw entry.bad(`${field}-data`, 'is not base64');
}

function checkPair(entry: Entry, certificate: Pem, key: Pem | undefined): void {
  if (key === undefined) throw entry.bad('client-key', 'is missing');
  try {
    createSecureContext({ cert: contentOf(certificate), key: contentOf(key) });
  } catch (error) {
    throw entry.bad(
      'client-certificate',
      `and client-key are no pair: ${(error as NodeJS.ErrnoException).code}`,
    );
  }
}

export function contentOf(pem: Pem): Buffer {
  return 'file' in pem ? readFileSync(pem.file) : pem.data;
}

function readable(entry: Entry, field: string, file: string): void {
  try {
    readFileSync(file);
  } catch (error) {
    throw entry.bad(field, `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}

const execVersions = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

function execOf(entry: Entry | undefined): ExecPlugin | undefined {
  if (entry === undefined) return undefined;
  const [command, apiVersion, mode] = [
    entry.text('command'),
    entry.text('apiVersion'),
    entry.text('interactiveMode'),
  ];
  if (command === '') throw entry.bad('command', 'is missing');
  if (!execVersions.includes(apiVersion))
    throw entry.bad('apiVersion', `is none of ${execVersions.join(', ')}`);
  if (mode === 'Always') throw entry.bad('interactiveMode', 'Always needs a terminal');
  if (!['', 'Never', 'IfAvailable'].includes(mode)) throw entry.bad('interactiveMode', 'is unknown');
  return {
    apiVersion,
    command: /[\\/]/.test(command) ? entry.path('command') : command,
    args: entry.texts('args'),
    env: Object.fromEntries(variables(entry)),
    installHint: entry.text('installHint'),
    provideClusterInfo: entry.flag('provideClusterInfo'),
  };
}

function variables(entry: Entry): [string, string][] {
  const list = entry.raw('env') ?? [];
  if (!Array.isArray(list)) throw entry.bad('env', 'is no list');
  return list.map((each: unknown) => {
    const { name, value = '' } = isMapping(each) ? each : {};
    if (typeof name === 'string' && name !== '' && typeof value === 'string') return [name, value];
    throw entry.bad('env', 'holds something else than name and value');
  });
}

function oidcOf(entry: Entry): Record<string, string> | undefined {
  const provider = entry.inner('auth-provider');
  if (provider === undefined) return undefined;
  const name = provider.text('name');
  if (name !== 'oidc')
    throw entry.bad('auth-provider', `${name} does not exist any more; use an exec plugin`);
  const config = provider.inner('config');
  for (const field of ['idp-issuer-url', 'client-id'])
    if ((config?.text(field) ?? '') === '') throw provider.bad('config', `has no ${field}`);
  return Object.fromEntries((config?.keys() ?? []).map((key) => [key, config?.text(key) ?? '']));
}

/** https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation */
function impersonationOf(entry: Entry): User['impersonate'] {
  const [user, uid, groups] = [entry.text('as'), entry.text('as-uid'), entry.texts('as-groups')];
  const extra = entry.inner('as-user-extra');
  if (user === '') {
    const other = ['as-uid', 'as-groups', 'as-user-extra'].find((field) => isGiven(entry.raw(field)));
    if (other !== undefined) throw entry.bad(other, 'is given without as');
    return {};
  }
  const headers: User['impersonate'] = { 'impersonate-user': user };
  if (uid !== '') headers['impersonate-uid'] = uid;
  if (groups.length > 0) headers['impersonate-group'] = groups;
  for (const key of extra?.keys() ?? [])
    headers[`impersonate-extra-${headerName(key)}`] = extra?.texts(key) ?? [];
  return headers;
}

function isGiven(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whatever may not stand in a header's name is percent-encoded, byte by byte. */
function headerName(key: string): string {
  return [...Buffer.from(key)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(char)
        ? char
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('')
    .toLowerCase();
}
