import type { AgentOptions, RequestOptions } from 'node:https';
import type { KubeConfig, RequestContext } from '@kubernetes/client-node';
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici';
import type { Located } from './locate.ts';

/**
 * One pool for the process; idle sockets outlive the pause between two looks. A proxy is the kubeconfig's `proxy-url`, else
 * that of HTTPS_PROXY, HTTP_PROXY and NO_PROXY as for kubectl; never for the pod's own account or on loopback.
 */
export async function connections({ config, env }: Located, tls: RequestOptions): Promise<Dispatcher> {
  const made = config.createDispatcherOptions(config.getCurrentCluster(), tls as AgentOptions);
  if (made.type === 'socks') return socks(config);
  const keepAlive = { keepAliveTimeout: 60_000, keepAliveMaxTimeout: 60_000, connections: 64 };
  if (made.type === 'proxy')
    return new ProxyAgent({ uri: made.uri, requestTls: made.requestTls as object, ...keepAlive });
  const connect = made.type === 'agent' ? (made.connect as object) : {};
  const { httpProxy, httpsProxy, noProxy } = proxies(env);
  if (httpProxy === '' && httpsProxy === '') return new Agent({ connect, ...keepAlive });
  return new EnvHttpProxyAgent({
    httpProxy,
    httpsProxy,
    noProxy,
    connect,
    requestTls: connect,
    ...keepAlive,
  });
}

function proxies(env: Located['env']): { httpProxy: string; httpsProxy: string; noProxy: string } {
  const read = (name: string): string => env[name.toLowerCase()] ?? env[name] ?? '';
  const noProxy = [read('NO_PROXY'), 'localhost,127.0.0.1,::1'].filter((part) => part !== '').join(',');
  return { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy };
}

/** client-node's SOCKS connector is not exported, but the dispatcher that it makes of it can be had. */
async function socks(config: KubeConfig): Promise<Dispatcher> {
  const got = Promise.withResolvers<Dispatcher>();
  const context = { setHeaderParam() {}, setDispatcher: got.resolve };
  await config.applySecurityAuthentication(context as unknown as RequestContext);
  return got.promise;
}
