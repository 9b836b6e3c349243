import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ConnectOptions, connect } from '../../plugin/cluster/client.ts';
import type { ApiError } from '../../plugin/cluster/port.ts';
import { type Api, api, failed, json, type Reply, rejected } from './api.ts';

const fine = { metadata: { name: 'x', resourceVersion: '1' }, items: [] };
/** A clock 50 times faster: pauses between tries are short, their order is the same. */
const fast: ConnectOptions = { env: { WARMGATE_LAB_SCALE: '50' } };

async function against(reply: Reply, run: (server: Api) => Promise<void>): Promise<void> {
  const server = await api(reply);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

/** Fails in the given way until the nth request. */
function until(nth: number, fail: Reply, then: Reply = (_, response) => json(response, 200, fine)): Reply {
  return (request, response, count) => (count < nth ? fail : then)(request, response, count);
}

const reset: Reply = (_, response) => void response.destroy();
const hang: Reply = () => {};
const answer =
  (status: number, reason: string, headers: object = {}): Reply =>
  (_, response) =>
    json(response, status, failed(reason), headers);

test('a busy server, a lost connection, a hang and an expired version are asked again', async () => {
  const faults: Record<string, Reply> = {
    '429': answer(429, 'TooManyRequests'),
    '500': answer(500, 'InternalError'),
    '502': answer(502, ''),
    '503': answer(503, 'ServiceUnavailable'),
    '504': answer(504, 'Timeout'),
    '410': answer(410, 'Expired'),
    reset,
    hang,
  };
  for (const [name, fault] of Object.entries(faults))
    await against(until(3, fault), async (server) => {
      const cluster = await server.connect({ ...fast, requestTimeoutMs: 150, remaining: () => 600_000 });
      assert.equal((await cluster.list('Pod', 'pools')).items, [], name);
      assert.is(server.seen.length, 3, name);
    });
});

test('what never recovers ends at the deadline with the machine reason, and few requests', async () => {
  const faults: [Reply, string, string][] = [
    [answer(500, 'InternalError'), 'busy', 'InternalError'],
    [answer(410, 'Expired'), 'busy', 'Expired'],
    [answer(503, 'has spaces & more'), 'busy', 'HTTP503'],
    [reset, 'unreachable', 'ECONNRESET'],
  ];
  for (const [fault, kind, reason] of faults)
    await against(fault, async (server) => {
      const begun = performance.now();
      const cluster = await server.connect({
        ...fast,
        remaining: () => 1_000 - (performance.now() - begun) * 50 * 0.1,
      });
      const error = await rejected<ApiError>(cluster.list('Pod', 'pools'));
      assert.equal([error.kind, error.reason], [kind, reason]);
      assert.ok(performance.now() - begun < 1_000, 'late');
      assert.ok(server.seen.length >= 2 && server.seen.length < 12, `${server.seen.length} requests`);
    });
});

test('a server that is not there is unreachable by its socket code', async () => {
  const server = await api(reset);
  const cluster = await connect({ kubeconfig: server.kubeconfig, env: {}, remaining: () => 0 });
  await server.close();
  const error = await rejected<ApiError>(cluster.list('Pod', 'pools'));
  await cluster.close();
  assert.equal([error.kind, error.reason, error.status], ['unreachable', 'ECONNREFUSED', 0]);
});

test('Retry-After is kept, as seconds and as a date of the server’s clock', async () => {
  for (const headers of [
    { 'retry-after': '10' },
    { date: 'Wed, 01 Jan 2031 10:00:00 GMT', 'retry-after': 'Wed, 01 Jan 2031 10:00:10 GMT' },
  ])
    await against(until(2, answer(429, 'TooManyRequests', headers)), async (server) => {
      const cluster = await server.connect(fast);
      const begun = performance.now();
      await cluster.list('Pod', 'pools');
      const waited = performance.now() - begun;
      assert.ok(waited >= 195 && waited < 600, `${waited} ms for 10 s at 50 times`);
    });
});

test('a Retry-After beyond the deadline is not waited for', async () => {
  await against(answer(429, 'TooManyRequests', { 'retry-after': '3600' }), async (server) => {
    const error = await rejected<ApiError>((await server.connect(fast)).list('Pod', 'pools'));
    assert.equal([error.kind, server.seen.length], ['busy', 1]);
  });
});

test('after the deadline everything is tried once', async () => {
  await against(answer(503, 'ServiceUnavailable'), async (server) => {
    const cluster = await server.connect({ remaining: () => -1 });
    await rejected(cluster.list('Pod', 'pools'));
    assert.is(server.seen.length, 1);
  });
});

test('a guarded patch that had been carried out comes back as a conflict', async () => {
  await against(until(2, reset, answer(409, 'Conflict')), async (server) => {
    const cluster = await server.connect(fast);
    const patch = cluster.patch('Service', 'pools', 'x', 'merge', { metadata: { resourceVersion: '4' } });
    assert.is((await rejected<ApiError>(patch)).kind, 'conflict');
    assert.is(server.seen.length, 2);
  });
});

test('a JSON patch whose test on the version fails is a conflict, another 422 is not', async () => {
  const body = [{ op: 'test', path: '/metadata/resourceVersion', value: '4' }];
  const refused =
    (more: object): Reply =>
    (_, response) =>
      json(response, 422, failed('Invalid', more));
  for (const [more, fault] of [
    [{}, 'conflict'],
    [{ details: { causes: [{ reason: 'FieldValueInvalid' }] } }, 'invalid'],
  ] as const)
    await against(refused(more), async (server) => {
      const patch = (await server.connect(fast)).patch('Service', 'pools', 'x', 'json', body);
      assert.is((await rejected<ApiError>(patch)).kind, fault);
    });
});

test('a create that had been carried out comes back as a conflict, a delete as done', async () => {
  await against(until(2, reset, answer(409, 'AlreadyExists')), async (server) => {
    const created = (await server.connect(fast)).create('Lease', 'pools', { metadata: { name: 'x' } });
    const error = await rejected<ApiError>(created);
    assert.equal([error.kind, error.reason], ['conflict', 'AlreadyExists']);
  });
  await against(until(2, reset, answer(404, 'NotFound')), async (server) => {
    await (await server.connect(fast)).delete('Lease', 'pools', 'x', { uid: 'u' });
    assert.is(server.seen.length, 2);
  });
  await against(answer(404, 'NotFound'), async (server) => {
    const removal = (await server.connect(fast)).delete('Lease', 'pools', 'x', { uid: 'u' });
    assert.is((await rejected<ApiError>(removal)).kind, 'notFound');
  });
});

test('a write that would happen twice is only repeated when it surely did not happen', async () => {
  const generated = { metadata: { generateName: 'x-' } };
  const added = [{ op: 'add', path: '/metadata/ownerReferences/-', value: {} }];
  for (const [fault, requests] of [
    [reset, 1],
    [answer(500, 'InternalError'), 1],
    [answer(429, 'TooManyRequests'), 2],
  ] as const) {
    await against(until(2, fault), async (server) => {
      const cluster = await server.connect(fast);
      await cluster.create('Event', 'pools', generated).catch(() => {});
      assert.is(server.seen.length, requests);
    });
    await against(until(2, fault), async (server) => {
      const cluster = await server.connect(fast);
      await cluster.patch('Service', 'pools', 'x', 'json', added).catch(() => {});
      assert.is(server.seen.length, requests);
    });
  }
});

test('a failing conversion webhook is named', async () => {
  const body = { ...failed('InternalError'), message: 'conversion webhook for theia.cloud/v1beta11 failed' };
  await against(
    (_, response) => json(response, 500, body),
    async (server) => {
      const error = await rejected<ApiError>(
        (await server.connect({ remaining: () => 0 })).list('AppDefinition', 'pools'),
      );
      assert.equal([error.kind, error.reason], ['busy', 'ConversionWebhook']);
    },
  );
});

test.run();
