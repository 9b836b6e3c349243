import { readFileSync } from 'node:fs';
import { KubeConfig } from '@kubernetes/client-node';
import { RunError } from '../model/run-error.ts';
import { type ConfigSource, exists, kubeconfigFiles, mergeFiles } from './kubeconfig.ts';

/** The cluster that was meant, with the credentials for it. */
export interface Located {
  config: KubeConfig;
  /** The context's name, or `in-cluster`. */
  context: string;
  server: string;
  /** Of the context or the pod; `default` where neither says. */
  namespace: string;
  /** Variables that may name a proxy; none for the pod's own account. */
  env: ConfigSource['env'];
}

/**
 * Finds the cluster as kubectl does: `--kubeconfig`, else the files of KUBECONFIG, else `~/.kube/config`, else the pod's
 * service account. Never localhost:8080.
 * @param root goes before the service account's directory; for tests
 * @throws RunError 'missingKubeconfig', 'badKubeconfig', 'unknownContext', 'noContext', 'noToken'
 */
export function locate(source: ConfigSource, root = ''): Located {
  const { files, named } = kubeconfigFiles(source);
  const there = files.filter(exists);
  if (there.length > 0) return { ...fromFiles(there, source.context), env: source.env };
  if (named) throw new RunError('missingKubeconfig', { file: files.join(', ') });
  const inPod = (source.env.KUBERNETES_SERVICE_HOST ?? '') !== '';
  if (inPod && source.context === undefined) return fromPod(root);
  throw new RunError('missingKubeconfig', {
    file: files.join(', '),
    fix: 'give --kubeconfig FILE or set KUBECONFIG',
  });
}

function fromFiles(files: readonly string[], asked: string | undefined): Located {
  const config = mergeFiles(files);
  const file = files.join(', ');
  const name = asked ?? config.currentContext ?? '';
  if (name === '') throw new RunError('noContext', { file });
  const context = config.contexts.find((one) => one.name === name);
  if (context === undefined) {
    const known = config.contexts.map((one) => one.name).join(', ');
    throw new RunError('unknownContext', { context: name, file, known });
  }
  const cluster = config.clusters.find((one) => one.name === context.cluster);
  if (cluster === undefined)
    throw new RunError('badKubeconfig', { file, reason: `context ${name} names no cluster that it holds` });
  if ((context.user ?? '') !== '' && !config.users.some((user) => user.name === context.user))
    throw new RunError('badKubeconfig', { file, reason: `context ${name} names no user that it holds` });
  return settled(config, name, context.namespace, file);
}

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount';

function fromPod(root: string): Located {
  const token = `${root}${serviceAccount}/token`;
  if (!exists(token)) throw new RunError('noToken', { file: token });
  const config = new KubeConfig();
  config.loadFromCluster(root);
  const file = `${root}${serviceAccount}/namespace`;
  return {
    ...settled(config, config.currentContext, exists(file) ? readFileSync(file, 'utf8') : '', token),
    context: 'in-cluster',
  };
}

function settled(config: KubeConfig, name: string, namespace: string | undefined, file: string): Located {
  config.setCurrentContext(name);
  const context = config.contexts.find((one) => one.name === name);
  const cluster = config.clusters.find((one) => one.name === context?.cluster);
  if (context === undefined || cluster === undefined)
    throw new RunError('internal', { what: 'context lost' });
  // client-node leaves out the CA for a context without user, and refuses http without the flag that means TLS only.
  if ((context.user ?? '') === '') {
    Object.assign(context, { user: anonymous });
    config.users = [...config.users, { name: anonymous }];
  }
  if (cluster.server.startsWith('http:')) Object.assign(cluster, { skipTLSVerify: true });
  const own = (namespace ?? '').trim();
  return {
    config,
    context: name,
    server: withoutUser(cluster.server, file),
    namespace: own === '' ? 'default' : own,
    env: {},
  };
}

const anonymous = 'warmgate:nobody';

function withoutUser(server: string, file: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new RunError('badKubeconfig', { file, reason: 'its server is no http or https address' });
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;
}
