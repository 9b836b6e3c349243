import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect as dial } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Api, api, json, kubeconfigOf } from './api.ts';

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

test.run();
