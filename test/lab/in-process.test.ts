import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { type VirtualClock, virtualClock } from '../../plugin/lab/clock.ts';
import { createCluster, type EmbeddedCluster } from '../../plugin/lab/cluster.ts';
import { clusterPort, inProcessConnection } from '../../plugin/lab/in-process.ts';
import { appDefinition, groundwork, session } from '../../plugin/lab/lab-with-operator.ts';
import { startOperator } from '../../plugin/lab/operator/operator.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { rejects } from '../harness/rejects.ts';

const start = Date.UTC(2026, 10, 30, 10);
const somebody = { user: 'somebody', manager: 'kubectl' };

/** Makes a pool of `size` in a cluster without HTTP, and lets `ms` pass. */
function withPool(size: number, ms: number, seed = 1): EmbeddedCluster<VirtualClock> {
  const clock = virtualClock(start);
  const cluster = createCluster(clock, { seed });
  for (const { kind, object } of groundwork) cluster.api.create(somebody, kind, 'theia', object);
  cluster.api.create(somebody, 'AppDefinition', 'theia', appDefinition('ide', 'ide:1', size));
  const server = () => inProcessConnection(cluster, 'theia');
  startOperator({ kind: 'ensure-on-added', server, namespace: 'theia', clock });
  clock.advance(ms);
  return cluster;
}

async function refusal(action: () => Promise<unknown>): Promise<string> {
  const error = await rejects(action);
  assert.instance(error, ApiError);
  return `${(error as ApiError).kind} ${(error as ApiError).reason}`;
}

const config = (name: string, labels = {}): object => ({ kind: 'ConfigMap', metadata: { name, labels } });

test('the port refuses as the API server does, in our own terms', async () => {
  const port = clusterPort(createCluster(virtualClock(start), { controllers: false }), somebody);
  const made = await port.create('ConfigMap', 'theia', config('one'));
  const patched = await port.patch('ConfigMap', 'theia', 'one', 'merge', { data: { a: 'b' } });
  assert.equal(patched.data, { a: 'b' });
  assert.equal(
    patched.metadata.managedFields?.map(({ manager }) => manager),
    ['kubectl'],
  );
  const { uid, resourceVersion = '' } = made.metadata;
  const stale = { metadata: { resourceVersion }, data: { a: 'c' } };
  const expected: [() => Promise<unknown>, string][] = [
    [() => port.create('ConfigMap', 'theia', config('one')), 'conflict AlreadyExists'],
    [() => port.patch('ConfigMap', 'theia', 'one', 'merge', stale), 'conflict Conflict'],
    [() => port.patch('ConfigMap', 'theia', 'two', 'merge', stale), 'notFound NotFound'],
    [() => port.delete('ConfigMap', 'theia', 'one', { uid: 'another' }), 'conflict Conflict'],
    [() => port.delete('ConfigMap', 'theia', 'one', { uid, resourceVersion }), 'conflict Conflict'],
    [() => port.create('ConfigMap', 'theia', config('No Name')), 'invalid Invalid'],
    [() => port.create('ConfigMap', 'elsewhere', config('one')), 'notFound NotFound'],
  ];
  for (const [action, words] of expected) assert.is(await refusal(action), words);
  await port.delete('ConfigMap', 'theia', 'one', { uid });
  assert.is(await port.get('ConfigMap', 'theia', 'one'), undefined);
  assert.equal(port.traffic(), { requests: 11, writes: 10 });
});

test('a list is selected by label and carries version and time', async () => {
  const clock = virtualClock(start + 1234);
  const port = clusterPort(createCluster(clock, { controllers: false }), somebody);
  await port.create('ConfigMap', 'theia', config('one', { color: 'red' }));
  await port.create('ConfigMap', 'theia', config('two', { color: 'blue' }));
  const { items, resourceVersion, serverTime } = await port.list('ConfigMap', 'theia', 'color=blue');
  assert.equal(
    items.map(({ metadata }) => metadata.name),
    ['two'],
  );
  assert.is(resourceVersion, items[0]?.metadata.resourceVersion);
  assert.is(serverTime, start + 1000);
});

test('it wakes at a change of a kind that is watched, and at the end of its time', async () => {
  const clock = virtualClock(start);
  const cluster = createCluster(clock, { controllers: false });
  const port = clusterPort(cluster, somebody);
  const write = (kind: string) => (): void =>
    void cluster.api.create(somebody, kind, 'theia', { metadata: { name: 'one' }, spec: { ports: [] } });
  clock.after(2000, write('ConfigMap'));
  clock.after(5000, write('Service'));
  await clock.until(port.wake(['Service'], 'theia', 60_000));
  assert.is(clock.now(), start + 5000);
  await clock.until(port.wake(['Service'], 'theia', 60_000));
  assert.is(clock.now(), start + 65_000);
});

test('without HTTP an operator makes its pool and controllers its pods, in no time of the wall', () => {
  const wall = performance.now();
  const { objects } = withPool(3, 60_000);
  const ready = objects('Deployment', 'theia').map(({ status }) => status?.readyReplicas);
  assert.equal(ready, [1, 1, 1]);
  assert.is(objects('Pod', 'theia').length, 3);
  assert.ok(performance.now() - wall < 3000);
});

test('a session claims there as over HTTP, and its release gives the instance back', () => {
  const { api, store, clock } = withPool(2, 60_000);
  const get = (): KubeObject => store.get('Session', 'theia', 'ws-one') as KubeObject;
  api.create(somebody, 'Session', 'theia', session('ws-one', 'ide', 'one@example.test'));
  clock.advance(5000);
  assert.is(get().status.operatorStatus, 'HANDLED');
  const owned = (): number => store.dependents(uid).filter(({ kind }) => kind !== 'HTTPRoute').length;
  const { uid } = get().metadata;
  assert.is(owned(), 3);
  api.remove(somebody, { kind: 'Session', namespace: 'theia', name: 'ws-one' });
  clock.advance(20_000);
  assert.is(owned(), 0);
  const lists = store.list('ConfigMap', 'theia').map(({ data }) => data?.['authenticated-emails-list'] ?? '');
  assert.not(lists.some((list) => list.includes('example.test')));
});

test('an operator that is stopped twice, or killed while it stops, has stopped', async () => {
  const clock = virtualClock(start);
  const cluster = createCluster(clock);
  for (const { kind, object } of groundwork) cluster.api.create(somebody, kind, 'theia', object);
  const server = () => inProcessConnection(cluster, 'theia');
  const running = () => startOperator({ kind: 'ensure-on-added', server, namespace: 'theia', clock });
  const twice = running();
  clock.advance(20_000);
  cluster.api.create(somebody, 'AppDefinition', 'theia', appDefinition('ide', 'ide:1', 3));
  clock.advance(100);
  const both = Promise.all([twice.stop(), twice.stop()]);
  clock.advance(10_000);
  await both;
  const made = (): number => cluster.objects('Service', 'theia').length;
  assert.is(made(), 6, 'the pass under way was finished');
  const killed = running();
  clock.advance(20_000);
  const change = { spec: { image: 'ide:2' } };
  cluster.api.patch(somebody, { kind: 'AppDefinition', namespace: 'theia', name: 'ide' }, 'merge', change);
  clock.advance(100);
  const stopping = killed.stop();
  killed.kill();
  await stopping;
  const writes = cluster.audit.writes.length;
  clock.advance(60_000);
  const own = cluster.audit.writes.slice(writes).filter(({ user }) => user === 'operator');
  assert.equal(own, []);
});

test('the same seed gives the same writes, to the millisecond', () => {
  const writes = (seed: number): string[] =>
    withPool(2, 30_000, seed).audit.writes.map(({ at, user, verb, kind, name }) =>
      [at - start, user, verb, kind, name].join(' '),
    );
  const once = writes(7);
  assert.ok(once.length > 40);
  assert.equal(writes(7), once);
  assert.not.equal(writes(8), once);
});

test.run();
