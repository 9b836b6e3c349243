import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { appDefinition, configMap, paths, request } from '../request.ts';

const start = Date.parse('2026-11-30T12:00:00Z');
let lab: Lab;
test.before.each(async () => {
  lab = await startLab({
    controllers: false,
    start,
    scale: 100,
    namespaces: ['theia', 'other'],
    notInstalled: ['gateway.networking.k8s.io'],
    log: (pod, container) => (container === 'ide' ? `a\nb\n${pod.metadata.name}\n` : undefined),
  });
});
test.after.each(() => lab.stop());

test('a list has its resourceVersion, name order, and items of built-in kinds without kind', async () => {
  for (const name of ['b', 'a', 'c']) await request(lab, 'POST', paths.configmaps, configMap(name));
  const { body } = await request(lab, 'GET', paths.configmaps);
  assert.is(body.kind, 'ConfigMapList');
  assert.is(body.metadata.resourceVersion, String(lab.store.resourceVersion()));
  assert.equal(
    body.items.map((item: { kind?: string; metadata: { name: string } }) => [item.kind, item.metadata.name]),
    [
      [undefined, 'a'],
      [undefined, 'b'],
      [undefined, 'c'],
    ],
  );
});

test('items of custom kinds have their kind', async () => {
  await request(lab, 'POST', paths.appdefinitions, appDefinition('java'));
  const { body } = await request(lab, 'GET', paths.appdefinitions);
  assert.is(body.items[0].kind, 'AppDefinition');
});

test('a list over all namespaces holds those of each, a namespace that is not there gives an empty list', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  await request(lab, 'POST', '/api/v1/namespaces/other/configmaps', configMap('two'));
  assert.is((await request(lab, 'GET', '/api/v1/configmaps')).body.items.length, 2);
  const nowhere = await request(lab, 'GET', '/api/v1/namespaces/nowhere/configmaps');
  assert.is(nowhere.code, 200);
  assert.equal(nowhere.body.items, []);
});

test('a label selector picks', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one', { labels: { a: 'b' } }));
  await request(lab, 'POST', paths.configmaps, configMap('two'));
  const { body } = await request(
    lab,
    'GET',
    `${paths.configmaps}?labelSelector=${encodeURIComponent('a=b')}`,
  );
  assert.equal(
    body.items.map((item: { metadata: { name: string } }) => item.metadata.name),
    ['one'],
  );
});

test('what is not there is 404 with a Status', async () => {
  const { code, body } = await request(lab, 'GET', `${paths.sessions}/none`);
  assert.is(code, 404);
  assert.equal(body, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'sessions.theia.cloud "none" not found',
    reason: 'NotFound',
    details: { name: 'none', group: 'theia.cloud', kind: 'sessions' },
    code: 404,
  });
});

test('a namespace can be read, one that is not there is 404', async () => {
  assert.is((await request(lab, 'GET', '/api/v1/namespaces/theia')).body.status.phase, 'Active');
  const { code, body } = await request(lab, 'GET', '/api/v1/namespaces/nowhere');
  assert.is(code, 404);
  assert.is(body.message, 'namespaces "nowhere" not found');
  assert.is((await request(lab, 'GET', '/api/v1/namespaces')).body.items.length, 2);
});

test('a kind whose CRD is not installed is the bare 404 of an unknown path, in discovery too', async () => {
  const path = '/apis/gateway.networking.k8s.io/v1/namespaces/theia/httproutes';
  const { code, body } = await request(lab, 'GET', path);
  assert.is(code, 404);
  assert.is(body, '404 page not found\n');
  assert.is((await request(lab, 'GET', '/apis/gateway.networking.k8s.io/v1')).code, 404);
  const groups = (await request(lab, 'GET', '/apis')).body.groups.map(
    (group: { name: string }) => group.name,
  );
  assert.ok(groups.includes('theia.cloud'));
  assert.not.ok(groups.includes('gateway.networking.k8s.io'));
  const versions = (await request(lab, 'GET', '/apis/theia.cloud')).body.versions;
  assert.equal(
    versions.map((row: { version: string }) => row.version),
    ['v1beta11', 'v1beta8', 'v1beta5'],
  );
});

test('discovery names versions and resources', async () => {
  assert.equal((await request(lab, 'GET', '/api')).body.versions, ['v1']);
  assert.is((await request(lab, 'GET', '/version')).body.major, '1');
  const { body } = await request(lab, 'GET', '/apis/theia.cloud/v1beta8');
  assert.equal(
    body.resources.map((resource: { name: string }) => resource.name),
    ['sessions', 'sessions/status'],
  );
});

test('the Date header and creation times are the lab clock', async () => {
  const { headers, body } = await request(lab, 'POST', paths.configmaps, configMap('one'));
  const date = Date.parse(headers.get('date') ?? '');
  assert.ok(date >= start && date < start + 600_000, headers.get('date') ?? 'no date');
  assert.ok(Math.abs(Date.parse(body.metadata.creationTimestamp) - date) <= 60_000);
});

test('a log gives its last lines; a container that did not start is 400', async () => {
  const containers = [
    { name: 'ide', image: 'i' },
    { name: 'proxy', image: 'p' },
  ];
  await request(lab, 'POST', paths.pods, { metadata: { name: 'one' }, spec: { containers } });
  const tail = await request(lab, 'GET', `${paths.pods}/one/log?container=ide&tailLines=2`);
  assert.is(tail.body, 'b\none\n');
  assert.is((await request(lab, 'GET', `${paths.pods}/one/log?container=proxy`)).code, 400);
  assert.is((await request(lab, 'GET', `${paths.pods}/one/log`)).code, 400);
  assert.is((await request(lab, 'GET', `${paths.pods}/none/log`)).code, 404);
});

test('reads are counted by user, verb and kind, not listed', async () => {
  await request(lab, 'GET', paths.pods);
  await request(lab, 'GET', paths.pods, undefined, { 'user-agent': 'other/2' });
  await request(lab, 'GET', `${paths.configmaps}/x`);
  assert.is(lab.audit.reads(), 3);
  assert.is(lab.audit.reads({ kind: 'Pod', verb: 'list' }), 2);
  assert.is(lab.audit.reads({ user: 'other' }), 1);
  assert.is(lab.audit.writes.length, 0);
});

test.run();
