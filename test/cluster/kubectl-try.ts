import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Case } from './kubectl-cases.ts';
import type { LoggingServers, Request } from './logging-servers.ts';

/** What came of a case: the request that was sent, with ports and paths by name, or none. */
export type Sent = Request | 'nothing';

/** The case written to a folder, ready to be tried. */
export interface Prepared {
  folder: string;
  cwd: string;
  env: Record<string, string>;
  flags: { kubeconfig?: string; context?: string };
}

/** Writes the case's files, lets `run` try it, and hands back what the servers saw. */
export async function tried<T>(
  each: Case,
  servers: LoggingServers,
  run: (prepared: Prepared) => Promise<T>,
): Promise<{ sent: Sent; result: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-test-'));
  try {
    const fill = filler(servers, folder);
    const files = { ...material(servers), ...each.files };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, fill(typeof content === 'string' ? content : JSON.stringify(content)));
      if (name.endsWith('plug')) chmodSync(file, 0o700);
    }
    const env = { HOME: folder, PATH: process.env.PATH ?? '' };
    for (const [name, value] of Object.entries(each.env ?? {})) Object.assign(env, { [name]: fill(value) });
    const flags = Object.fromEntries(
      (['kubeconfig', 'context'] as const).flatMap((flag) => {
        const value = each[flag];
        return value === undefined ? [] : [[flag, fill(value)]];
      }),
    );
    servers.seen.length = 0;
    const result = await run({ folder, cwd: join(folder, each.cwd ?? ''), env, flags });
    const [request] = servers.seen;
    return { sent: request === undefined ? 'nothing' : named(request, servers, folder), result };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function material({ authority, otherAuthority, client }: LoggingServers): Record<string, string> {
  const status = { clientCertificateData: client.certificate, clientKeyData: client.key };
  const answer = { kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status };
  return {
    'ca.pem': authority.certificate,
    'other-ca.pem': otherAuthority.certificate,
    'client.pem': client.certificate,
    'client-key.pem': client.key,
    'client-answer': JSON.stringify(answer),
  };
}

function filler(servers: LoggingServers, folder: string): (text: string) => string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const values: Record<string, string> = {
    dir: folder,
    ca: base64(servers.authority.certificate),
    client: base64(servers.client.certificate),
    clientKey: base64(servers.client.key),
    otherKey: base64(servers.authority.key),
    jwt: jwt(4_000_000_000),
    oldJwt: jwt(1_000_000_000),
    ...Object.fromEntries(Object.entries(servers.ports).map(([name, port]) => [name, String(port)])),
  };
  return (text) => text.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

function jwt(expires: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'https://issuer.example.test', sub: 'release', exp: expires };
  return `${part({ alg: 'none' })}.${part(claims)}.${Buffer.from('unsigned').toString('base64url')}`;
}

/** What differs from run to run by its name; a plugin's token as what the plugin was told. */
function named(request: Request, servers: LoggingServers, folder: string): Request {
  const ports = Object.entries(servers.ports);
  const [bearer = ''] = request.headers.authorization ?? [];
  const told = Buffer.from(bearer.replace(/^Bearer /, ''), 'base64').toString();
  const [, info = '', rest = ''] = /^(\{"kind":"ExecCredential".*\})\s*(\w*)$/s.exec(told) ?? [];
  const headers =
    info === ''
      ? request.headers
      : { ...request.headers, authorization: [`told ${sorted(JSON.parse(info))}${rest}`] };
  let text = JSON.stringify({ ...request, path: request.path.replace(/\?.*/, ''), headers });
  for (const [name, port] of ports) text = text.replaceAll(`:${port}`, `:{${name}}`);
  const ca = Buffer.from(servers.authority.certificate).toString('base64');
  return JSON.parse(text.replaceAll(folder, '{dir}').replaceAll(ca, '{ca}'));
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort())
      : each,
  );
}
