import type { RequestOptions } from 'node:https';

/**
 * The id-token of auth-provider `oidc`, refreshed where it has expired.
 * @param config the provider's own; a refreshed token goes into it
 * @throws Error whose message says what is wrong
 */
export async function oidcToken(config: Record<string, string>, server: string): Promise<string> {
  // Loaded here: the library takes longer to load than all the rest, and few need it.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const kubeconfig = new KubeConfig();
  const user = { name: 'user', authProvider: { name: 'oidc', config } };
  kubeconfig.loadFromClusterAndUser({ name: 'cluster', server, skipTLSVerify: true }, user);
  const options: RequestOptions = { headers: {} };
  await kubeconfig.applyToHTTPSOptions(options).catch(() => {
    throw new Error('the OIDC id-token has expired, and refreshing it failed');
  });
  const header = (options.headers as Record<string, unknown>).Authorization;
  if (typeof header === 'string') return header.replace(/^Bearer /, '');
  throw new Error('the OIDC id-token has expired, and there is nothing to refresh it with');
}
