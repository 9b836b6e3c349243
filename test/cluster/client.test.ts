import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { type Api, api, failed, json, type Reply, rejected } from './api.ts';

async function against(reply: Reply, run: (server: Api) => Promise<void>): Promise<void> {
  const server = await api(reply);
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

const list = {
  kind: 'ServiceList',
  metadata: { resourceVersion: '77' },
  items: [{ metadata: { name: 'a', uid: 'u' } }],
};

test('a list comes with version, kind and apiVersion of its items, and the server time', async () => {
  const date = 'Wed, 01 Jan 2031 10:00:00 GMT';
  await against(
    (_, response) => json(response, 200, list, { date }),
    async (server) => {
      const cluster = await server.connect();
      const listed = await cluster.list('Service', 'pools', 'a=b');
      assert.is(listed.resourceVersion, '77');
      assert.is(listed.items[0]?.kind, 'Service');
      assert.is(listed.items[0]?.apiVersion, 'v1');
      assert.is(listed.serverTime, Date.parse(date));
      assert.ok(Math.abs(cluster.clock.now() - Date.parse(date)) < 1_500);
      assert.is(server.seen[0]?.url, '/api/v1/namespaces/pools/services?labelSelector=a%3Db');
      assert.is(server.seen[0]?.headers.authorization, 'Bearer t0ken');
      assert.equal([cluster.namespace, cluster.context, cluster.server], ['pools', 'lab', server.server]);
    },
  );
});

test('an object that is not there is undefined, a kind that is not served is an error', async () => {
  const reply: Reply = ({ url }, response) => {
    if (url.includes('sessions'))
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n');
    else json(response, 404, failed('NotFound'));
  };
  await against(reply, async (server) => {
    const cluster = await server.connect();
    assert.is(await cluster.get('Lease', 'pools', 'x'), undefined);
    assert.is(await cluster.namespaceExists('pools'), false);
    const error = await rejected<ApiError>(cluster.get('Session', 'pools', 'x'));
    assert.equal([error.kind, error.reason], ['notFound', 'NotServed']);
  });
});

test('every failure is ours, with the machine reason and none of the text', async () => {
  for (const [status, reason, fault] of [
    [403, 'Forbidden', 'forbidden'],
    [409, 'Conflict', 'conflict'],
    [409, 'AlreadyExists', 'conflict'],
    [422, 'Invalid', 'invalid'],
    [415, 'UnsupportedMediaType', 'invalid'],
  ] as const)
    await against(
      (_, response) => json(response, status, failed(reason)),
      async (server) => {
        const cluster = await server.connect();
        const error = await rejected<ApiError>(cluster.create('Lease', 'pools', { metadata: { name: 'x' } }));
        assert.instance(error, ApiError);
        assert.equal([error.kind, error.reason, error.status], [fault, reason, status]);
        assert.equal([error.verb, error.resource, error.namespace], ['create', 'leases', 'pools']);
        assert.not.match(`${error.message} ${JSON.stringify(error)}`, 's3cret');
        assert.is(server.seen.length, 1);
      },
    );
});

test('a patch names its manager and its type, a delete its preconditions', async () => {
  await against(
    (_, response) => json(response, 200, { metadata: { name: 'x' } }),
    async (server) => {
      const cluster = await server.connect();
      await cluster.patch('Service', 'pools', 'x', 'strategic', { metadata: { labels: {} } });
      await cluster.delete('Lease', 'pools', 'x', { uid: 'u1', resourceVersion: '5' });
      const [patch, removal] = server.seen;
      assert.is(patch?.url, '/api/v1/namespaces/pools/services/x?fieldManager=warmgate');
      assert.is(patch?.headers['content-type'], 'application/strategic-merge-patch+json');
      assert.equal(JSON.parse(removal?.body ?? '').preconditions, { uid: 'u1', resourceVersion: '5' });
      assert.equal(cluster.traffic(), { requests: 2, writes: 2 });
    },
  );
});

test('reviews are asked by POST and are no writes', async () => {
  const reply: Reply = ({ url, body }, response) => {
    if (url.includes('selfsubjectreviews'))
      return json(response, 201, { status: { userInfo: { username: 'me' } } });
    const { verb, subresource } = JSON.parse(body).spec.resourceAttributes;
    json(response, 201, { status: { allowed: verb === 'get' && subresource === 'log' } });
  };
  await against(reply, async (server) => {
    const cluster = await server.connect();
    assert.is(await cluster.whoAmI(), 'me');
    assert.is(await cluster.may({ verb: 'get', group: '', resource: 'pods/log', namespace: 'pools' }), true);
    assert.is(await cluster.may({ verb: 'list', group: '', resource: 'pods', namespace: 'pools' }), false);
    assert.is(cluster.traffic().writes, 0);
  });
});

test('a log is plain text, and undefined where it may not be read', async () => {
  const reply: Reply = ({ url }, response) =>
    url.includes('/secret/')
      ? json(response, 403, failed('Forbidden'))
      : response.writeHead(200).end('last words\n');
  await against(reply, async (server) => {
    const cluster = await server.connect();
    assert.is(await cluster.log('pools', 'pod', 'app', 5), 'last words\n');
    assert.is(await cluster.log('pools', 'secret', 'app', 5), undefined);
  });
});

test('500 looks at a pool keep their sockets few', async () => {
  await against(
    (_, response) => json(response, 200, list),
    async (server) => {
      const cluster = await server.connect();
      for (let look = 0; look < 100; look += 1)
        await Promise.all(
          ['Pod', 'Service', 'Lease', 'ConfigMap', 'Deployment'].map((kind) =>
            cluster.list(kind as 'Pod', 'pools'),
          ),
        );
      assert.is(server.seen.length, 500);
      assert.ok(server.sockets.size <= 10, `${server.sockets.size} sockets`);
    },
  );
});

test('an answer that is no JSON is an unreachable server, told at once', async () => {
  await against(
    (_, response) => response.writeHead(200).end('<html>sign in</html>'),
    async (server) => {
      const error = await rejected<ApiError>((await server.connect()).list('Pod', 'pools'));
      assert.equal([error.kind, error.reason, server.seen.length], ['unreachable', 'NotJson', 1]);
    },
  );
});

test.run();
