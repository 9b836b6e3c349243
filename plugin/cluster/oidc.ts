import { type CustomFetch, customFetch, discovery, refreshTokenGrant } from 'openid-client';
import { request } from 'undici';
import { proxyOf } from './proxy.ts';
import { pool, type Tls } from './transport.ts';

/** Milliseconds before its end that an id-token counts as expired, as in Go's oauth2. */
const earlyMs = 10_000;

/**
 * The id-token of auth-provider `oidc`, refreshed with its issuer where it has expired.
 * @param config the provider's own; what a refresh brings goes into it
 * @param trust in the issuer; asked for a refresh alone
 * @throws Error whose message says what is wrong
 */
export async function oidcToken(
  config: Record<string, string>,
  trust: () => Tls,
  env: Parameters<typeof proxyOf>[1],
): Promise<string> {
  const { 'id-token': current = '', 'refresh-token': refreshToken = '' } = config;
  if (expiresAt(current) - earlyMs > Date.now()) return current;
  if (refreshToken === '')
    throw new Error('the OIDC id-token has expired, and there is nothing to refresh it with');
  try {
    const { id_token: idToken = '', refresh_token: next } = await refreshed(config, trust(), env);
    Object.assign(config, { 'id-token': idToken, 'refresh-token': next ?? refreshToken });
    if (idToken !== '') return idToken;
  } catch {
    // The issuer's words may hold anything.
  }
  throw new Error('the OIDC id-token has expired, and refreshing it failed');
}

async function refreshed(config: Record<string, string>, tls: Tls, env: Parameters<typeof proxyOf>[1]) {
  const issuer = new URL(config['idp-issuer-url'] ?? '');
  const dispatcher = pool(tls, proxyOf(issuer, env));
  const fetch: CustomFetch = async (url, { method, headers, body }) => {
    const sent = typeof body === 'string' || body instanceof URLSearchParams ? String(body) : null;
    const answer = await request(url, { method: method as 'GET' | 'POST', headers, body: sent, dispatcher });
    const { 'content-type': type = '' } = answer.headers;
    return new Response(await answer.body.text(), {
      status: answer.statusCode,
      headers: { 'content-type': String(type) },
    });
  };
  try {
    const [id, secret] = [config['client-id'] ?? '', config['client-secret'] || undefined];
    const found = await discovery(issuer, id, secret, undefined, { [customFetch]: fetch, timeout: 15 });
    return await refreshTokenGrant(found, config['refresh-token'] ?? '');
  } finally {
    await dispatcher.close();
  }
}

/** Milliseconds since 1970 by the token's `exp`; 0 for what is no JSON Web Token. */
function expiresAt(token: string): number {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
