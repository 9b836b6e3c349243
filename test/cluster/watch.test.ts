import type { ServerResponse } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connection } from '../../plugin/cluster/client.ts';
import { type Api, api, failed, json, type Reply } from './api.ts';

/** Lists at version 7; watches are handed to the test. */
async function watching(
  run: (cluster: Connection, server: Api, watches: ServerResponse[]) => Promise<void>,
  refuse?: Reply,
): Promise<void> {
  const watches: ServerResponse[] = [];
  const server = await api((request, response, nth) => {
    if (!request.url.includes('watch=1'))
      return json(response, 200, { metadata: { resourceVersion: '7' }, items: [] });
    if (refuse !== undefined) return refuse(request, response, nth);
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    watches.push(response);
  });
  try {
    await run(await server.connect({ env: { WARMGATE_LAB_SCALE: '5' } }), server, watches);
  } finally {
    await server.close();
  }
}

/** Milliseconds of the cluster's clock, which runs five times faster here. */
async function took(work: Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work;
  return (performance.now() - begun) * 5;
}

const event = `${JSON.stringify({ type: 'MODIFIED', object: {} })}\n`;
const open = async (server: Api, count: number): Promise<void> => {
  while (server.seen.filter(({ url }) => url.includes('watch=1')).length < count)
    await new Promise((r) => setTimeout(r, 10));
};

test('nothing happens: it sleeps out its time', async () => {
  await watching(async (cluster) => {
    await cluster.list('Pod', 'pools');
    const ms = await took(cluster.wake(['Pod'], 'pools', 800));
    assert.ok(ms >= 790 && ms < 5_000, `${ms}`);
  });
});

test('an event wakes, from the version that was listed', async () => {
  await watching(async (cluster, server, watches) => {
    await cluster.list('Pod', 'pools');
    const wake = took(cluster.wake(['Pod', 'Service'], 'pools', 10_000));
    await open(server, 2);
    watches[0]?.write(event);
    assert.ok((await wake) < 5_000);
    const watched = server.seen.map(({ url }) => url).filter((url) => url.includes('watch=1'));
    assert.match(watched[0] ?? '', /resourceVersion=7&timeoutSeconds=\d+$/);
  });
});

test('a watch stays open for the next wake, and what came between is not lost', async () => {
  await watching(async (cluster, server, watches) => {
    await cluster.list('Pod', 'pools');
    const first = cluster.wake(['Pod'], 'pools', 600);
    await open(server, 1);
    await first;
    await cluster.list('Pod', 'pools');
    watches[0]?.write(event);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok((await took(cluster.wake(['Pod'], 'pools', 10_000))) < 5_000);
    assert.is(watches.length, 1);
  });
});

test('a change before a list wakes nobody after it', async () => {
  await watching(async (cluster, server, watches) => {
    await cluster.list('Pod', 'pools');
    const first = cluster.wake(['Pod'], 'pools', 600);
    await open(server, 1);
    await first;
    watches[0]?.write(event);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await cluster.list('Pod', 'pools');
    assert.ok((await took(cluster.wake(['Pod'], 'pools', 900))) >= 890);
  });
});

test('the end of a watch and a reset wake, and the next wake watches again', async () => {
  for (const finish of ['end', 'destroy'] as const)
    await watching(async (cluster, server, watches) => {
      await cluster.list('Pod', 'pools');
      const wake = took(cluster.wake(['Pod'], 'pools', 10_000));
      await open(server, 1);
      watches[0]?.[finish]();
      assert.ok((await wake) < 5_000, finish);
      const next = cluster.wake(['Pod'], 'pools', 600);
      await open(server, 2);
      await next;
    });
});

test('a version too old wakes, because changes may have been missed', async () => {
  const gone: Reply = (_, response) => json(response, 410, failed('Expired'));
  await watching(async (cluster) => {
    await cluster.list('Pod', 'pools');
    assert.ok((await took(cluster.wake(['Pod'], 'pools', 10_000))) < 5_000);
  }, gone);
});

test('a watch that is refused wakes nobody and is left alone', async () => {
  for (const refuse of [
    (_: unknown, response: ServerResponse) => json(response, 403, failed('Forbidden')),
    (_: unknown, response: ServerResponse) => void response.destroy(),
  ])
    await watching(async (cluster, server) => {
      await cluster.list('Pod', 'pools');
      assert.ok((await took(cluster.wake(['Pod'], 'pools', 700))) >= 690);
      await cluster.wake(['Pod'], 'pools', 600);
      assert.is(server.seen.filter(({ url }) => url.includes('watch=1')).length, 1);
    }, refuse);
});

test('a storm of events never makes a storm of wakes', async () => {
  await watching(async (cluster, server, watches) => {
    await cluster.list('Pod', 'pools');
    const first = cluster.wake(['Pod'], 'pools', 100);
    await open(server, 1);
    await first;
    const storm = setInterval(() => watches[0]?.write(event), 5);
    const ms = await took(
      (async () => {
        for (let n = 0; n < 4; n += 1) {
          await cluster.list('Pod', 'pools');
          await cluster.wake(['Pod'], 'pools', 5_000);
        }
      })(),
    );
    clearInterval(storm);
    assert.ok(ms >= 1_900, `${ms}`);
  });
});

test.run();
