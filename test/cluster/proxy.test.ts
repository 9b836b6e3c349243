import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect as dial } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../plugin/cluster/port.ts';
import { proxyOf } from '../../plugin/cluster/proxy.ts';
import { type Api, api, json, kubeconfigOf, rejected } from './api.ts';

/** A proxy on loopback that tunnels and forwards to the API server whatever host it is asked for. */
async function proxied(run: (server: Api, proxy: string, asked: string[]) => Promise<void>): Promise<void> {
  const server = await api((_, response) =>
    json(response, 200, { metadata: { resourceVersion: '1' }, items: [] }),
  );
  const { port } = new URL(server.server);
  const asked: string[] = [];
  const proxy = createServer((from, back) => {
    asked.push(`forward ${from.url}`);
    const onward = { port, path: new URL(from.url ?? '').pathname, headers: from.headers };
    request(onward, (answer) => answer.pipe(back.writeHead(answer.statusCode ?? 500, answer.headers))).end();
  });
  proxy.on('connect', (from, socket) => {
    asked.push(`tunnel ${from.url}`);
    const onward = dial(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  try {
    await run(server, `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, asked);
  } finally {
    await server.close();
    proxy.closeAllConnections();
    proxy.close();
  }
}

const far = 'http://api.example.test:6443';

test('the kubeconfig’s proxy-url is used', async () => {
  await proxied(async (server, proxy, asked) => {
    const config = JSON.parse(kubeconfigOf(far));
    config.clusters[0].cluster['proxy-url'] = proxy;
    writeFileSync(server.kubeconfig, JSON.stringify(config));
    await (await server.connect()).list('Pod', 'pools');
    assert.is(asked.length, 1);
    assert.match(asked[0] ?? '', 'api.example.test:6443');
  });
});

test('a proxy of the environment is used, but not on loopback and not where NO_PROXY says so', async () => {
  await proxied(async (server, proxy, asked) => {
    const env = { HTTP_PROXY: proxy, https_proxy: proxy };
    await (await server.connect({ env })).list('Pod', 'pools');
    assert.equal(asked, []);
    writeFileSync(server.kubeconfig, kubeconfigOf(far));
    await (await server.connect({ env })).list('Pod', 'pools');
    assert.is(asked.length, 1);
    const alone = await server.connect({ env: { ...env, NO_PROXY: '.example.test' }, remaining: () => 0 });
    await alone.list('Pod', 'pools').catch(() => {});
    assert.is(asked.length, 1);
  });
});

test('a secure server is reached through a tunnel', async () => {
  await proxied(async (server, proxy, asked) => {
    writeFileSync(server.kubeconfig, kubeconfigOf(far.replace('http:', 'https:')));
    await (await server.connect({ env: { HTTPS_PROXY: proxy } })).list('Pod', 'pools').catch(() => {});
    assert.equal(asked, ['tunnel api.example.test:6443']);
  });
});

test('a proxy that refuses is told at once, by its status, not retried until the deadline', async () => {
  for (const scheme of ['http', 'https'] as const) {
    const proxy = createServer((_, response) => response.writeHead(407).end());
    proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    const uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const server = await api(() => {});
    try {
      writeFileSync(server.kubeconfig, kubeconfigOf(far.replace('http:', `${scheme}:`)));
      const env = { HTTP_PROXY: uri, HTTPS_PROXY: uri };
      const begun = performance.now();
      const cluster = await server.connect({ env });
      const error = await rejected<ApiError>(cluster.list('Pod', 'pools'));
      assert.equal([error.kind, error.reason], ['unreachable', 'Proxy407'], scheme);
      assert.ok(performance.now() - begun < 3_000, 'late');
      assert.is(cluster.proxy, uri);
    } finally {
      await server.close();
      proxy.closeAllConnections();
      proxy.close();
    }
  }
});

test('NO_PROXY takes IPv6 addresses and networks, and IPv4 ones written as IPv6', () => {
  const rows: [server: string, noProxy: string, direct: boolean][] = [
    ['https://[2001:db8::5]:6443', '2001:db8::/32', true],
    ['https://[2001:db8::5]:6443', '2001:db9::/32', false],
    ['https://[2001:db8::5]:6443', '2001:db8::5', true],
    ['https://[2001:db8::5]:6443', '[2001:db8::5]:6443', true],
    ['https://[2001:db8::5]:6443', '[2001:db8::5]:443', false],
    ['https://[::ffff:10.1.2.3]', '10.0.0.0/8', true],
    ['https://[::1]:6443', '', true],
    ['https://[::ffff:127.0.0.1]', '', true],
    ['https://10.1.2.3', '10.1.2.3:443', true],
    ['https://10.1.2.3', '2001:db8::/32', false],
  ];
  for (const [server, noProxy, direct] of rows) {
    const env = { HTTPS_PROXY: 'proxy.example.test:3128', NO_PROXY: noProxy };
    const href = proxyOf(new URL(server), env)?.href;
    assert.is(href, direct ? undefined : 'http://proxy.example.test:3128/', `${server} ${noProxy}`);
  }
});

test.run();
