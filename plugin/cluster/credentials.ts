import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates } from 'node:tls';
import type { Dispatcher } from 'undici';
import { RunError } from '../model/run-error.ts';
import { type ExecCredential, runPlugin } from './exec-plugin.ts';
import type { Located, ServerTrust } from './locate.ts';
import { type Endpoint, pool, type Tls } from './transport.ts';
import { contentOf, type Pem } from './user.ts';

/** The one connection pool and the headers of the moment. */
export interface Credentials {
  /** @throws RunError 'credentialsFailed' */
  endpoint(): Promise<Endpoint>;
  /** Reads the configuration anew, once for all who were refused with `refused`. */
  renew(refused: Endpoint): Promise<Endpoint>;
  close(): Promise<void>;
}

/** Milliseconds for which files and what came of them are kept: a mounted token is renewed every few minutes. */
const filesLast = 20_000;
/** Shortest time between two runs of a plugin, also where its answers have expired when they come. */
const shortest = 1_000;

/** @param load finds the configuration again when the server refused the credentials */
export function credentials(first: Located, load: () => Located): Credentials {
  let account = accountOf(first);
  let located = first;
  let current: { endpoint: Promise<Endpoint>; until: number } | undefined;
  let latest: Endpoint | undefined;
  let live: { dispatcher: Dispatcher; material: string } | undefined;

  const build = async (): Promise<Endpoint> => {
    const { server, tls, proxy } = located;
    const { headers, certificate, key, lastsMs } = await account();
    if (current !== undefined) current.until = performance.now() + lastsMs;
    const ca = tls.ca === undefined ? '' : contentOf(tls.ca).toString();
    const material = JSON.stringify([server, tls.serverName, tls.insecure, proxy, ca, certificate, key]);
    if (live?.material !== material) {
      const options = server.startsWith('https:') ? tlsOf(tls, ca, certificate, key) : {};
      live?.dispatcher.close().catch(() => {});
      live = { dispatcher: pool(options, proxy), material };
    }
    const sendable = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, bytesOf(value)]),
    );
    latest = { server, headers: { ...sendable, 'user-agent': 'warmgate' }, dispatcher: live.dispatcher };
    return latest;
  };
  const endpoint = (): Promise<Endpoint> => {
    if (current === undefined || performance.now() > current.until) {
      const endpoint = build().catch((error) => {
        current = undefined;
        throw new RunError('credentialsFailed', { server: located.server, reason: reasonOf(error) });
      });
      current = { endpoint, until: Number.POSITIVE_INFINITY };
    }
    return current.endpoint;
  };
  return {
    endpoint,
    async renew(refused) {
      if (latest?.headers.authorization !== refused.headers.authorization || latest === undefined)
        return endpoint();
      located = load();
      account = accountOf(located);
      current = undefined;
      latest = undefined;
      return endpoint();
    },
    async close() {
      await live?.dispatcher.destroy();
    },
  };
}

/** As UTF-8; a header goes out as Latin-1. @throws Error for what no header may hold */
function bytesOf<T extends string | string[]>(value: T): T {
  if (Array.isArray(value)) return value.map((each) => bytesOf(each)) as T;
  if (/[^\t\P{Cc}]/u.test(value))
    throw new Error('the credentials hold a line break or another control character');
  return Buffer.from(value).toString('latin1') as T;
}

/** The code of a system's or OpenSSL's error, else a sentence of our own. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string };
  return typeof code === 'string' ? code : message;
}

interface Account {
  headers: Endpoint['headers'];
  certificate: string;
  key: string;
  /** Milliseconds until it must be worked out anew. */
  lastsMs: number;
}

/** Who asks, worked out anew at each call, in kubectl's order; a plugin is asked again when its answer has expired. */
function accountOf({ user, env, clusterInfo }: Located): () => Promise<Account> {
  let answer: ExecCredential | undefined;
  return async () => {
    const certificate = textOf(user.certificate);
    const account: Account = {
      headers: { ...user.impersonate },
      certificate,
      key: textOf(user.key),
      lastsMs: filesLast,
    };
    const bear = (token: string): void => {
      if (token !== '') account.headers.authorization = `Bearer ${token}`;
    };
    bear(tokenOf(user.tokenFile) || user.token.trim());
    if (user.basic !== '')
      account.headers.authorization = `Basic ${Buffer.from(user.basic).toString('base64')}`;
    if (account.headers.authorization !== undefined) return account;
    if (user.oidc !== undefined) bear(await fromIssuer(user.oidc, env));
    if (user.exec === undefined || certificate !== '') return account;
    if (answer === undefined || answer.expires <= Date.now())
      answer = await runPlugin(user.exec, clusterInfo, env);
    bear(answer.token);
    const lastsMs = Math.max(shortest, Math.min(filesLast, answer.expires - Date.now()));
    return { ...account, certificate: answer.certificate, key: answer.key, lastsMs };
  };
}

function textOf(pem: Pem | undefined): string {
  return pem === undefined ? '' : contentOf(pem).toString();
}

/** Empty where there is none; a file that cannot be read leaves the user's own token. */
function tokenOf(file: string): string {
  try {
    return file === '' ? '' : readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

async function fromIssuer(config: Record<string, string>, env: Located['env']): Promise<string> {
  // Loaded here: few need it.
  const { oidcToken } = await import('./oidc.ts');
  return oidcToken(config, () => trustInIssuer(config), env);
}

function trustInIssuer(config: Record<string, string>): Tls {
  const { 'idp-certificate-authority-data': data = '', 'idp-certificate-authority': file = '' } = config;
  const ca = data === '' && file !== '' ? readFileSync(file, 'utf8') : Buffer.from(data, 'base64').toString();
  return tlsOf({ serverName: '', insecure: false }, ca, '', '');
}

function tlsOf(
  { serverName, insecure }: Omit<ServerTrust, 'ca'>,
  ca: string,
  cert: string,
  key: string,
): Tls {
  const trust = insecure ? {} : { ca: ca === '' ? systemAuthorities() : ca };
  return {
    secureContext: createSecureContext({ ...trust, ...(cert === '' ? {} : { cert, key }) }),
    ...(serverName === '' ? {} : { servername: serverName }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

/** SSL_CERT_FILE and SSL_CERT_DIR, else the system's own, and NODE_EXTRA_CA_CERTS; Node's where the system has none. */
function systemAuthorities(): string[] {
  const system = getCACertificates('system');
  return system.length === 0 ? getCACertificates('default') : [...system, ...getCACertificates('extra')];
}
