import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { credentials } from '../../plugin/cluster/credentials.ts';
import { locate } from '../../plugin/cluster/locate.ts';
import { ApiError } from '../../plugin/cluster/port.ts';
import type { RunError } from '../../plugin/model/run-error.ts';
import { type Api, api, failed, json, kubeconfigOf, type Reply, rejected } from './api.ts';

import { type Identity, identity } from './certificates.ts';
import { loggingServers } from './logging-servers.ts';

async function against(reply: Reply, run: (server: Api) => Promise<void>): Promise<void> {
  const server = await api(reply);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

/** Accepts one token only. */
const only =
  (token: string): Reply =>
  ({ headers }, response) =>
    headers.authorization === `Bearer ${token}`
      ? json(response, 200, { metadata: { resourceVersion: '1' }, items: [] })
      : json(response, 401, failed('Unauthorized'));

test('refused credentials are read anew once, for all requests that were refused', async () => {
  await against(only('renewed'), async (server) => {
    const cluster = await server.connect();
    await rejected(cluster.list('Lease', 'pools'));
    writeFileSync(server.kubeconfig, kubeconfigOf(server.server, { token: 'renewed' }));
    const before = server.seen.length;
    await Promise.all((['Pod', 'Service', 'Lease'] as const).map((kind) => cluster.list(kind, 'pools')));
    assert.is(server.seen.length - before, 6);
    await cluster.list('Pod', 'pools');
    assert.is(server.seen.length - before, 7);
  });
});

test('credentials that stay refused end the request after one renewal', async () => {
  await against(only('nobody has it'), async (server) => {
    const error = await rejected<ApiError>((await server.connect()).list('Pod', 'pools'));
    assert.equal([error.kind, error.reason, server.seen.length], ['unauthorized', 'Unauthorized', 2]);
  });
});

test('a kubeconfig that vanished meanwhile leaves the server’s word', async () => {
  await against(only('nobody has it'), async (server) => {
    const cluster = await server.connect();
    writeFileSync(server.kubeconfig, 'a: [');
    const error = await rejected<ApiError>(cluster.list('Pod', 'pools'));
    assert.instance(error, ApiError);
    assert.is(error.kind, 'unauthorized');
  });
});

function withPlugin(server: Api, exec: object): void {
  const config = JSON.parse(kubeconfigOf(server.server));
  config.users = [
    { name: 'lab', user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', ...exec } } },
  ];
  writeFileSync(server.kubeconfig, JSON.stringify(config));
}

test('a credential plugin is asked once for many requests, and once more for all that were refused', async () => {
  let late = 0;
  const slowly: Reply = (request, response, nth) => {
    late += request.headers.authorization === 'Bearer 1' ? 100 : 0;
    setTimeout(() => only('2')(request, response, nth), late);
  };
  await against(slowly, async (server) => {
    const count = path.join(server.folder, 'count');
    const script = `n=$(($(cat ${count} 2>/dev/null || echo 0)+1)); echo $n > ${count}; echo '{"status":{"token":"'$n'"}}'`;
    withPlugin(server, { command: 'sh', args: ['-c', script] });
    const cluster = await server.connect();
    await Promise.all((['Pod', 'Service', 'Lease'] as const).map((kind) => cluster.list(kind, 'pools')));
    const tokens = new Set(server.seen.map(({ headers }) => headers.authorization));
    assert.equal([...tokens], ['Bearer 1', 'Bearer 2']);
    assert.is(readFileSync(count, 'utf8').trim(), '2');
  });
});

test('a credential plugin is asked again when its answer has expired, before the server says so', async () => {
  const reply: Reply = (_, response) =>
    json(response, 200, { metadata: { resourceVersion: '1' }, items: [] });
  await against(reply, async (server) => {
    const count = path.join(server.folder, 'count');
    const until = new Date(Date.now() + 1_500).toISOString();
    const script = `n=$(($(cat ${count} 2>/dev/null || echo 0)+1)); echo $n > ${count}; echo '{"status":{"token":"'$n'","expirationTimestamp":"${until}"}}'`;
    withPlugin(server, { command: 'sh', args: ['-c', script] });
    const cluster = await server.connect();
    await cluster.list('Pod', 'pools');
    await cluster.list('Pod', 'pools');
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    await cluster.list('Pod', 'pools');
    const tokens = server.seen.map(({ headers }) => headers.authorization);
    assert.equal(tokens, ['Bearer 1', 'Bearer 1', 'Bearer 2']);
  });
});

test('a certificate that was renewed on disk gets a pool of its own, an unchanged one keeps its pool', async () => {
  const servers = await loggingServers();
  const folder = mkdtempSync(path.join(tmpdir(), 'warmgate-test-'));
  try {
    const write = ({ certificate, key }: Identity): void => {
      writeFileSync(path.join(folder, 'client.pem'), certificate);
      writeFileSync(path.join(folder, 'key.pem'), key);
    };
    write(servers.client);
    const config = JSON.parse(kubeconfigOf(`https://127.0.0.1:${servers.ports.https}`));
    const ca = Buffer.from(servers.authority.certificate).toString('base64');
    config.clusters[0].cluster['certificate-authority-data'] = ca;
    config.users[0].user = { 'client-certificate': 'client.pem', 'client-key': 'key.pem' };
    writeFileSync(path.join(folder, 'config'), JSON.stringify(config));
    const located = locate({ kubeconfig: path.join(folder, 'config'), env: {} });
    const held = credentials(located, () => located);
    const first = await held.endpoint();
    write(identity('renewed', servers.authority));
    const second = await held.renew(first);
    assert.is.not(second.dispatcher, first.dispatcher);
    assert.is((await held.renew(second)).dispatcher, second.dispatcher, 'nothing changed, the pool stays');
    await held.close();
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a plugin that fails is told without its words', async () => {
  await against(only('x'), async (server) => {
    for (const exec of [
      { command: 'sh', args: ['-c', 'echo s3cret >&2; exit 1'] },
      { command: '/nowhere/plugin' },
      { command: 'sh', args: ['-c', 'echo s3cret'] },
    ]) {
      withPlugin(server, exec);
      const error = await rejected<RunError>((await server.connect()).list('Pod', 'pools'));
      assert.equal([error.code, error.exit], ['credentialsFailed', 3]);
      assert.not.match(error.message, 's3cret');
    }
    assert.is(server.seen.length, 0);
  });
});

test('a server that speaks no TLS is told at once, not retried until the deadline', async () => {
  await against(only('x'), async (server) => {
    writeFileSync(server.kubeconfig, kubeconfigOf(server.server.replace('http:', 'https:')));
    const begun = performance.now();
    const error = await rejected<ApiError>((await server.connect()).list('Pod', 'pools'));
    assert.is(error.kind, 'unreachable');
    assert.match(error.reason, /SSL|EPROTO/);
    assert.ok(performance.now() - begun < 2_000);
  });
});

test.run();
