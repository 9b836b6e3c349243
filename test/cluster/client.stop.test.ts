import type { ServerResponse } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunError } from '../../plugin/model/run-error.ts';
import { type Api, api, failed, json, type Reply, rejected } from './api.ts';

async function against(reply: Reply, run: (server: Api) => Promise<void>): Promise<void> {
  const server = await api(reply);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

const soon = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function interruptedWithin(ms: number, work: Promise<unknown>): Promise<void> {
  const begun = performance.now();
  const error = await rejected<RunError>(work);
  assert.instance(error, RunError);
  assert.equal([error.code, error.exit], ['interrupted', 4]);
  assert.ok(performance.now() - begun < ms, `${performance.now() - begun} ms`);
}

test('a read under way ends at once', async () => {
  await against(
    () => {},
    async (server) => {
      const stop = new AbortController();
      const cluster = await server.connect({ stop: stop.signal });
      setTimeout(() => stop.abort(), 50);
      await interruptedWithin(500, cluster.list('Pod', 'pools'));
    },
  );
});

test('closing the connection ends what is under way, and nothing is tried again', async () => {
  await against(
    () => {},
    async (server) => {
      const cluster = await server.connect();
      const listed = interruptedWithin(500, cluster.list('Pod', 'pools'));
      await soon(50);
      await cluster.close();
      await listed;
      assert.is(server.seen.length, 1);
    },
  );
});

test('a pause before the next try ends at once', async () => {
  const busy: Reply = (_, response) =>
    json(response, 429, failed('TooManyRequests'), { 'retry-after': '20' });
  await against(busy, async (server) => {
    const stop = new AbortController();
    const cluster = await server.connect({ stop: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await interruptedWithin(500, cluster.list('Pod', 'pools'));
    assert.is(server.seen.length, 1);
  });
});

test('a write under way finishes, and is the last', async () => {
  await against(
    (_, response) => void soon(300).then(() => json(response, 200, { metadata: { name: 'done' } })),
    async (server) => {
      const stop = new AbortController();
      const cluster = await server.connect({ stop: stop.signal });
      setTimeout(() => stop.abort(), 50);
      const patched = await cluster.patch('Service', 'pools', 'x', 'merge', {});
      assert.is(patched.metadata.name, 'done');
      await interruptedWithin(50, cluster.patch('Service', 'pools', 'x', 'merge', {}));
      await interruptedWithin(50, cluster.list('Pod', 'pools'));
      assert.is(server.seen.length, 1);
    },
  );
});

test('a write that hangs is given up after three seconds, and not repeated', async () => {
  await against(
    () => {},
    async (server) => {
      const stop = new AbortController();
      const cluster = await server.connect({ stop: stop.signal });
      setTimeout(() => stop.abort(), 50);
      const begun = performance.now();
      await interruptedWithin(3_600, cluster.patch('Service', 'pools', 'x', 'merge', {}));
      assert.ok(performance.now() - begun > 2_900, 'no grace');
      assert.is(server.seen.length, 1);
    },
  );
});

test('credentials renewed after the signal send nothing more', async () => {
  const stop = new AbortController();
  const refuse: Reply = (_, response) => {
    stop.abort();
    json(response, 401, failed('Unauthorized'));
  };
  await against(refuse, async (server) => {
    const cluster = await server.connect({ stop: stop.signal });
    await interruptedWithin(500, cluster.patch('Service', 'pools', 'x', 'merge', {}));
    assert.is(server.seen.length, 1);
  });
});

test('a wake ends at once, with and without an open watch', async () => {
  for (const watch of [
    (response: ServerResponse) => response.flushHeaders(),
    (response: ServerResponse) => json(response, 403, failed('Forbidden')),
  ])
    await against(
      ({ url }, response) =>
        url.includes('watch=1')
          ? watch(response)
          : json(response, 200, { metadata: { resourceVersion: '1' }, items: [] }),
      async (server) => {
        const stop = new AbortController();
        const cluster = await server.connect({ stop: stop.signal });
        setTimeout(() => stop.abort(), 100);
        const begun = performance.now();
        await cluster.wake(['Pod'], 'pools', 20_000);
        assert.ok(performance.now() - begun < 600);
      },
    );
});

test.run();
