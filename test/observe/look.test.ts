import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, type ApiErrorKind, type Cluster } from '../../plugin/cluster/port.ts';
import { type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { lookedAt } from '../../plugin/model/snapshot.ts';
import { look } from '../../plugin/observe/look.ts';
import { free, pool } from '../assess/given.ts';
import { rejects } from '../harness/rejects.ts';
import { operatorObjects, reference, worldStart } from '../harness/world-objects.ts';

interface Asked {
  kind: Kind;
  namespace: string;
  selector: string | undefined;
}

/** A cluster that holds these objects by namespace, and refuses some lists. */
function clusterWith(
  objects: Readonly<Record<string, readonly KubeObject[]>>,
  errors: Readonly<Record<string, ApiErrorKind>> = {},
) {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const cluster = {
    server: 'https://cluster.example.test',
    async list(kind: Kind, namespace: string, selector?: string) {
      asked.push({ kind, namespace, selector });
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 1));
      open -= 1;
      const error = errors[`${namespace}/${kind}`];
      const resource = kinds[kind].plural;
      if (error !== undefined)
        throw new ApiError({ kind: error, status: 0, reason: error, verb: 'list', resource, namespace });
      const items = (objects[namespace] ?? []).filter((each) => each.kind === kind);
      return { items: [...items], resourceVersion: '1', serverTime: worldStart };
    },
  } as unknown as Cluster;
  return { cluster, asked, together: () => most };
}

const clock = { now: () => worldStart, sleep: async () => undefined };
const here = { namespace: 'theia', operatorNamespace: 'theia' };
const there = { namespace: 'theia', operatorNamespace: 'system' };
const whole = pool([free(1), free(2), free(3)]);

test('one look asks one list a kind, all together, whatever the size of the pool', async () => {
  const { cluster, asked, together } = clusterWith({ theia: whole });
  const snapshot = await look(cluster, clock, here);
  assert.equal(asked.map(({ kind }) => kind).sort(), [...lookedAt].sort());
  assert.ok(asked.every(({ namespace, selector }) => namespace === 'theia' && selector === undefined));
  assert.is(together(), lookedAt.length);
  assert.equal([snapshot.now, snapshot.source, snapshot.objects.Deployment.length], [worldStart, 'live', 4]);
  assert.is(snapshot.operator.deployments.length, 1);
});

for (const kind of [
  'AppDefinition',
  'Session',
  'Deployment',
  'Service',
  'ConfigMap',
  'Pod',
  'ReplicaSet',
  'Lease',
] as const) {
  test(`without the right to list ${kind} nothing can be judged`, async () => {
    const { cluster } = clusterWith({ theia: whole }, { [`theia/${kind}`]: 'forbidden' });
    await rejects(() => look(cluster, clock, here), new RegExp(`list ${kinds[kind].plural}: forbidden`));
  });
}

for (const kind of ['PersistentVolumeClaim', 'HTTPRoute'] as const) {
  test(`without the right to list ${kind} it is left to the rules`, async () => {
    const { cluster } = clusterWith({ theia: whole }, { [`theia/${kind}`]: 'forbidden' });
    const { sight, objects } = await look(cluster, clock, here);
    assert.equal([sight[kind], objects[kind]], ['forbidden', []]);
  });
}

test('a cluster that does not serve Theia Cloud’s kinds has none installed', async () => {
  for (const kind of ['AppDefinition', 'Session'] as const) {
    const { cluster } = clusterWith({}, { [`theia/${kind}`]: 'notFound' });
    await rejects(
      () => look(cluster, clock, here),
      /not installed here: https:\/\/cluster\.example\.test does not serve/,
    );
  }
});

test('a kind that is not served is not served', async () => {
  const { cluster } = clusterWith({ theia: whole }, { 'theia/HTTPRoute': 'notFound' });
  assert.is((await look(cluster, clock, here)).sight.HTTPRoute, 'notServed');
});

test('any other error of any list ends the look', async () => {
  for (const kind of ['HTTPRoute', 'Pod'] as const) {
    const { cluster } = clusterWith({ theia: whole }, { [`theia/${kind}`]: 'busy' });
    await rejects(() => look(cluster, clock, here), /busy/);
  }
});

const operator = operatorObjects({ eagerStart: true, keycloak: true, rolledOut: true, renewed: worldStart });

test('an operator in a namespace of its own costs four more lists', async () => {
  const { cluster, asked } = clusterWith({ theia: [], system: operator });
  const snapshot = await look(cluster, clock, there);
  assert.equal(
    asked.filter(({ namespace }) => namespace === 'system').map(({ kind, selector }) => [kind, selector]),
    [
      ['Deployment', 'app=operator'],
      ['ReplicaSet', 'app=operator'],
      ['Pod', 'app=operator'],
      ['Lease', undefined],
    ],
  );
  assert.equal(
    [snapshot.operator.namespace, snapshot.operator.sight, snapshot.operator.deployments.length],
    ['system', 'seen', 1],
  );
  assert.is(snapshot.operator.lease?.metadata.name, 'theia-cloud-operator-leaders');
});

test('a selector of one’s own is about the Deployment alone', async () => {
  const { cluster, asked } = clusterWith({ theia: [], system: [] });
  await look(cluster, clock, { ...there, operatorSelector: 'tier=back' });
  assert.equal(
    asked.filter(({ namespace }) => namespace === 'system').map(({ selector }) => selector),
    ['tier=back', undefined, undefined, undefined],
  );
});

test('pods of other Deployments there are not the operator’s', async () => {
  const owned = (kind: Kind, name: string, by: Kind, uid: string): KubeObject => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, uid: name, ownerReferences: [reference(by, uid, uid)] },
  });
  const system = [
    ...operator,
    owned('ReplicaSet', 'rs', 'Deployment', 'operator-uid'),
    owned('Pod', 'pod', 'ReplicaSet', 'rs'),
    owned('Pod', 'other', 'ReplicaSet', 'another'),
  ];
  const snapshot = await look(clusterWith({ theia: [], system }).cluster, clock, there);
  assert.equal(
    snapshot.operator.pods.map(({ metadata }) => metadata.name),
    ['pod'],
  );
});

test('what may not be read in the operator’s namespace is not seen, and the pools are judged all the same', async () => {
  const errors = { 'system/Deployment': 'forbidden', 'system/Lease': 'forbidden' } as const;
  const snapshot = await look(clusterWith({ theia: whole }, errors).cluster, clock, there);
  assert.equal([snapshot.operator.sight, snapshot.operator.deployments], ['forbidden', []]);
  await rejects(() => look(clusterWith({}, { 'system/Pod': 'busy' }).cluster, clock, there), /busy/);
});

test.run();
