import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { RunError } from '../model/run-error.ts';
import { type Chosen, type ConfigSource, chosenFrom, type Entry, kubeconfigFiles } from './kubeconfig.ts';
import { isLoopback, parseProxy, proxyOf, proxySchemes } from './proxy.ts';
import { contentOf, nobody, type Pem, pemOf, type User, userOf } from './user.ts';

/** The cluster that was meant, with the credentials for it. */
export interface Located {
  /** The context's name, or `in-cluster`. */
  context: string;
  /** `https://host:port/prefix`, without a slash at the end. */
  server: string;
  /** Of the context or the pod; `default` where neither says. */
  namespace: string;
  tls: ServerTrust;
  user: User;
  proxy: URL | undefined;
  /** What an exec plugin is told with `provideClusterInfo`. */
  clusterInfo: object;
  env: ConfigSource['env'];
  warnings: string[];
}

export interface ServerTrust {
  /** Undefined: the system's authorities. */
  ca: Pem | undefined;
  /** The name that the certificate must bear, where it is not the server's. */
  serverName: string;
  insecure: boolean;
}

/**
 * Finds the cluster as kubectl does: `--kubeconfig`, else the files of KUBECONFIG, else `~/.kube/config`, else the pod's
 * service account. Never localhost:8080. docs/kubeconfig.md lists where it differs from kubectl.
 * @param root goes before the service account's directory; for tests
 * @throws RunError 'missingKubeconfig', 'badKubeconfig', 'unknownContext', 'noContext', 'noToken', 'badVariable'
 */
export function locate(source: ConfigSource, root = ''): Located {
  const { files, named } = kubeconfigFiles(source);
  const there = files.filter((file) => existsSync(file));
  if (there.length > 0) return fromKubeconfig(chosenFrom(there, source.context), source.env);
  if (named) throw new RunError('missingKubeconfig', { file: files.join(', ') });
  const inPod = (source.env.KUBERNETES_SERVICE_HOST ?? '') !== '';
  if (inPod && (source.context ?? '') === '') return fromPod(root, source.env);
  throw new RunError('missingKubeconfig', {
    file: files.join(', '),
    fix: 'give --kubeconfig FILE or set KUBECONFIG',
  });
}

function fromKubeconfig({ context, cluster, user: entry }: Chosen, env: ConfigSource['env']): Located {
  const namespace = context.text('namespace');
  const address = addressOf(cluster);
  const server = withoutUser(address);
  const tls = trustOf(cluster);
  const user = entry === undefined ? nobody : userOf(entry);
  const { account, warnings } = overTheWire(withAddressUser(user, address), address, context.name);
  return {
    context: context.name,
    server,
    namespace: namespace === '' ? 'default' : namespace,
    tls,
    user: account,
    proxy: proxyUrlOf(cluster) ?? proxyOf(address, env),
    clusterInfo: clusterInfoOf(cluster, tls),
    env,
    warnings,
  };
}

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';

function fromPod(root: string, env: ConfigSource['env']): Located {
  const file = (name: string): string => `${root}${serviceAccount}/${name}`;
  if (!existsSync(file('token'))) throw new RunError('noToken', { file: file('token') });
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port } = env;
  const address = `https://${host.includes(':') ? `[${host}]` : host}:${port || '443'}`;
  if (!URL.canParse(address))
    throw new RunError('badVariable', {
      name: 'KUBERNETES_SERVICE_HOST',
      value: host,
      expects: 'an address',
    });
  const namespace = existsSync(file('namespace')) ? readFileSync(file('namespace'), 'utf8').trim() : '';
  return {
    context: 'in-cluster',
    server: withoutUser(new URL(address)),
    namespace: namespace === '' ? 'default' : namespace,
    tls: {
      ca: existsSync(file('ca.crt')) ? { file: file('ca.crt') } : undefined,
      serverName: '',
      insecure: false,
    },
    user: { ...nobody, tokenFile: file('token') },
    proxy: undefined,
    clusterInfo: {},
    env,
    warnings: [],
  };
}

/** Without a scheme it is http, as for kubectl. */
function addressOf(cluster: Entry): URL {
  const server = cluster.text('server');
  if (server === '') throw cluster.bad('server', 'is missing');
  const whole = URL.canParse(server) ? new URL(server) : undefined;
  const bare = /^[^/?#\s]+\/?$/.test(server) && URL.canParse(`http://${server}`);
  const url = (whole?.hostname ?? '') === '' && bare ? new URL(`http://${server}`) : whole;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw cluster.bad('server', 'is no http or https address');
}

function withoutUser(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

function withAddressUser(user: User, { username, password }: URL): User {
  const { token, tokenFile, basic, exec, oidc } = user;
  if (username === '' || [token, tokenFile, basic, exec, oidc].some(Boolean)) return user;
  return { ...user, basic: `${decodeURIComponent(username)}:${decodeURIComponent(password)}` };
}

/** Over plain http credentials stay on this machine, else anybody on the way could read them; impersonation is no secret. */
function overTheWire(user: User, address: URL, context: string): { account: User; warnings: string[] } {
  if (address.protocol === 'https:' || isLoopback(address)) return { account: user, warnings: [] };
  const { impersonate, ...secrets } = user;
  const account = { ...nobody, impersonate };
  if (!Object.values(secrets).some(Boolean)) return { account, warnings: [] };
  const warning = `${address.origin} is plain http: the credentials of context ${context} are not sent; use https`;
  return { account, warnings: [warning] };
}

function trustOf(cluster: Entry): ServerTrust {
  const ca = pemOf(cluster, 'certificate-authority');
  const insecure = cluster.flag('insecure-skip-tls-verify');
  if (ca !== undefined && insecure)
    throw cluster.bad('insecure-skip-tls-verify', 'and certificate-authority exclude each other');
  if (ca !== undefined && !isCertificate(contentOf(ca)))
    throw cluster.bad('certificate-authority', 'holds no certificate');
  return { ca, insecure, serverName: cluster.text('tls-server-name') };
}

function isCertificate(pem: Buffer): boolean {
  try {
    return pem.includes('-----BEGIN CERTIFICATE-----') && new X509Certificate(pem).serialNumber !== '';
  } catch {
    return false;
  }
}

function proxyUrlOf(cluster: Entry): URL | undefined {
  const text = cluster.text('proxy-url');
  if (text === '') return undefined;
  const url = parseProxy(text);
  if (url !== undefined && proxySchemes.has(url.protocol)) return url;
  throw cluster.bad('proxy-url', 'is no http, https or socks5 address');
}

/** https://kubernetes.io/docs/reference/config-api/client-authentication.v1/#client-authentication-k8s-io-v1-Cluster */
function clusterInfoOf(cluster: Entry, { ca, insecure, serverName }: ServerTrust): object {
  const given = {
    server: cluster.text('server'),
    'tls-server-name': serverName,
    'insecure-skip-tls-verify': insecure,
    'certificate-authority-data': ca === undefined ? '' : contentOf(ca).toString('base64'),
    'proxy-url': cluster.text('proxy-url'),
    'disable-compression': cluster.flag('disable-compression'),
  };
  const extensions = cluster.raw('extensions');
  const own = (Array.isArray(extensions) ? extensions : []).find(
    (each) => each?.name === 'client.authentication.k8s.io/exec',
  );
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => Boolean(value)));
  return { ...set, config: own?.extension ?? null };
}
