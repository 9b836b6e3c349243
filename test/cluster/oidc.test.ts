import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { oidcToken } from '../../plugin/cluster/oidc.ts';
import type { Tls } from '../../plugin/cluster/transport.ts';
import { identity } from './certificates.ts';

function token(issuer: string, expires: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: issuer, sub: 'release', aud: 'warmgate', iat: expires - 3600, exp: expires };
  return `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.from('unsigned').toString('base64url')}`;
}

/** An issuer on loopback that refreshes `refresh-1` for a client with its secret, and a kubeconfig's config for it. */
async function issued(
  run: (config: Record<string, string>, trust: () => Tls, asked: string[]) => Promise<void>,
): Promise<void> {
  const authority = identity('issuer authority');
  const { certificate, key } = identity('localhost', authority);
  const asked: string[] = [];
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    asked.push(`${request.method} ${request.url} ${body}`);
    const known = {
      issuer,
      token_endpoint: `${issuer}/token`,
      authorization_endpoint: `${issuer}/auth`,
      jwks_uri: `${issuer}/keys`,
    };
    const fresh = { token_type: 'bearer', access_token: 'x', expires_in: 3600, refresh_token: 'refresh-2' };
    const answer = request.url === '/token' ? { ...fresh, id_token: token(issuer, soon()) } : known;
    const refused =
      request.url === '/token' &&
      !/refresh_token=refresh-1.*client_secret=s3cret|client_secret=s3cret.*refresh_token=refresh-1/.test(
        body,
      );
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refused ? { error: 'invalid_grant' } : answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  try {
    const config = {
      'id-token': token(issuer, 1_000_000_000),
      'refresh-token': 'refresh-1',
      'client-id': 'warmgate',
      'client-secret': 's3cret',
      'idp-issuer-url': issuer,
    };
    await run(config, () => ({ secureContext: createSecureContext({ ca: authority.certificate }) }), asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const soon = (): number => Math.floor(Date.now() / 1000) + 3600;

test('an id-token that has expired is refreshed with the issuer, and the new one is used from then on', async () => {
  await issued(async (config, trust, asked) => {
    const first = await oidcToken(config, trust, {});
    assert.is(first, token(config['idp-issuer-url'] ?? '', JSON.parse(payload(first)).exp));
    assert.ok(JSON.parse(payload(first)).exp > Date.now() / 1000);
    assert.is(await oidcToken(config, trust, {}), first);
    assert.is(asked.filter((each) => each.startsWith('POST')).length, 1);
  });
});

test('a refresh that the issuer refuses is told without its words', async () => {
  await issued(async (config, trust) => {
    const error = await oidcToken({ ...config, 'refresh-token': 'other' }, trust, {}).catch(
      (failure) => failure,
    );
    assert.is(error.message, 'the OIDC id-token has expired, and refreshing it failed');
  });
});

function payload(jwt: string): string {
  return Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
}

test.run();
