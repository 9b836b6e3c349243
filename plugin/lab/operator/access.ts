import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';

/** Where an API server is and who asks it. PEM texts, not paths. */
export interface ServerAccess {
  /** `http://host:port` or `https://host:port`. */
  server: string;
  token?: string;
  ca?: string;
  cert?: string;
  key?: string;
}

interface Entry {
  name: string;
  cluster?: Record<string, string>;
  user?: Record<string, string>;
  context?: { cluster: string; user: string };
}

/**
 * Reads the current context of a kubeconfig file. Tokens, certificates and a CA, inline or as files, are understood;
 * exec plugins are not.
 * @throws Error for a file without a usable current context.
 */
export function readAccess(path: string): ServerAccess {
  const config = parse(readFileSync(path, 'utf8'));
  const find = (list: Entry[] | undefined, name: string): Entry | undefined =>
    list?.find((entry) => entry.name === name);
  const context = find(config.contexts, config['current-context'])?.context;
  const cluster = find(config.clusters, context?.cluster ?? '')?.cluster;
  const user = find(config.users, context?.user ?? '')?.user ?? {};
  if (cluster?.server === undefined) throw new Error(`no current context in ${path}`);
  const text = (from: Record<string, string>, inline: string, file: string): string | undefined => {
    const encoded = from[inline];
    if (encoded !== undefined) return Buffer.from(encoded, 'base64').toString('utf8');
    const name = from[file];
    return name === undefined ? undefined : readFileSync(resolve(dirname(path), name), 'utf8');
  };
  const token =
    user.token ?? (user.tokenFile === undefined ? undefined : readFileSync(user.tokenFile, 'utf8').trim());
  return withoutUndefined({
    server: cluster.server,
    token,
    ca: text(cluster, 'certificate-authority-data', 'certificate-authority'),
    cert: text(user, 'client-certificate-data', 'client-certificate'),
    key: text(user, 'client-key-data', 'client-key'),
  });
}

function withoutUndefined(fields: Record<string, string | undefined> & { server: string }): ServerAccess {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as unknown as ServerAccess;
}
