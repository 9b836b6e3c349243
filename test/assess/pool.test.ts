import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leaseOf, reference, stamp, worldStart } from '../harness/world-objects.ts';
import { ending, minimum, recreated } from './fixtures.ts';
import {
  changed,
  claimed,
  codes,
  free,
  instanceIn,
  look,
  lookInFile,
  ofKind,
  part,
  pool,
  poolIn,
  theUid,
} from './given.ts';

const closed = free(2, { held: 'internal' });

test('a pool of current and claimed instances is converged', () => {
  const one = poolIn(look(pool([claimed(1), free(2)])));
  assert.equal([one.renewed, one.converged, one.reasons], [true, true, []]);
  assert.equal([one.minInstances, one.generation, one.image], [2, 2, 'registry.example.test/java:2']);
});

test('a closed gate leaves a renewed pool unconverged, a shield does not', () => {
  const gated = poolIn(look(pool([free(1), closed], { lease: 'ours' })));
  assert.equal([gated.renewed, gated.converged], [true, false]);
  const shielded = poolIn(look(pool([free(1, { held: 'sidecars' })], { lease: 'ours', sidecars: 'after' })));
  assert.equal([shielded.renewed, shielded.converged, shielded.gate.holds], [true, true, 1]);
});

for (const [what, objects] of [
  ['a stale instance', pool([free(1), free(2, { made: 'stale' })])],
  ['a missing id', pool([free(1)], { minInstances: 2 })],
  ['residue', pool([free(1, { residue: 'labels' })])],
  ['an instance that is not ready', pool([free(1, { pod: 'starting' })])],
  ['a surplus instance', minimum(pool([free(1), free(2)]), 1)],
  ['an orphan', pool([free(1)], { former: [free(1)] })],
  ['a half claim', pool([free(1, { claim: { by: 'failed', steps: 1 } })])],
  ['a dangling reference', pool([free(1, { claim: { by: 'gone', steps: 1 } })])],
  ['a claim in flight', pool([free(1, { claim: { by: 'inFlight', steps: 1 } })])],
  ['a part that is being deleted', ending(pool([free(1)]), 1, 'deployment')],
  ['an AppDefinition that is being deleted', pool([free(1)], { deleting: true })],
] as const) {
  test(`a pool with ${what} is neither renewed nor converged`, () => {
    const { renewed, converged } = poolIn(look(objects));
    assert.equal([renewed, converged], [false, false]);
  });
}

test('parts that the AppDefinition let go are named, held or not', () => {
  const held = pool([free(1), free(2, { held: 'whole', unowned: 0 })], { lease: 'ours' });
  const one = instanceIn(look(held), 2);
  assert.equal([one.state, one.reasons[0]?.args], ['orphan', { parts: 'external Service' }]);
});

test('instances of a former AppDefinition are orphans of the pool of that name, and keep the new one from being ready', () => {
  const { instances } = poolIn(look(pool([free(1), free(2)], { former: [free(1), free(3)] })));
  assert.equal(
    instances.map(({ id, state, appUid }) => [id, state, appUid === theUid]),
    [
      [1, 'notReady', true],
      [1, 'orphan', false],
      [2, 'current', true],
      [3, 'orphan', false],
    ],
  );
});

test('a former instance whose id the new AppDefinition lacks is no substitute for it', () => {
  const { instances } = poolIn(look(recreated(pool([free(1)]), true)));
  assert.equal(instances.map(({ state }) => state).sort(), ['missing', 'orphan']);
});

test('a Lease counts from its renewal, without one from its creation, and for an hour without a duration', () => {
  const gate = (spec: object, created = 0) => {
    const lease = leaseOf('warmgate-java', 'run-1', { renewed: worldStart });
    const objects = pool([closed]).filter(
      ({ kind, metadata }) => kind !== 'Lease' || !metadata.name.startsWith('warmgate'),
    );
    const metadata = { ...lease.metadata, creationTimestamp: stamp(worldStart + created) };
    return poolIn(look([...objects, { ...lease, metadata, spec }])).gate;
  };
  const at = (ms: number) => ({ renewTime: stamp(worldStart + ms), holderIdentity: 'run-1' });
  assert.equal(gate({ ...at(-60_000), leaseDurationSeconds: 60 }).expired, false, 'to the second');
  assert.is(gate({ ...at(-61_000), leaseDurationSeconds: 60 }).expired, true);
  assert.is(gate(at(-3_600_000)).expired, false);
  assert.is(gate(at(-3_601_000)).expired, true);
  assert.is(gate({}, -3_601_000).expired, true);
  assert.is(gate({}, -3_600_000).expired, false);
  assert.equal([gate(at(-5000)).holder, gate(at(-5000)).renewedAt], ['run-1', worldStart - 5000]);
});

test('every Lease that holds a part of the pool is its own, warmgate-<app> first', () => {
  const objects = changed(pool([closed], { lease: 'ours' }), part(2, 'deployment'), ({ metadata }) => ({
    metadata: {
      ownerReferences: [...(metadata.ownerReferences ?? []), reference('Lease', 'warmgate-hold', 'h')],
    },
  }));
  const old = leaseOf('warmgate-hold', 'run-old', { renewed: worldStart - 7_200_000, uid: 'h' });
  const { gate } = poolIn(look([old, ...objects]));
  assert.equal(
    gate.leases.map(({ metadata }) => metadata.name),
    ['warmgate-java', 'warmgate-hold'],
  );
  assert.equal([gate.holder, gate.expired, gate.holds], ['run-test', false, 2]);
});

test('a hold without a Lease is counted and held by nobody', () => {
  const { gate } = poolIn(look(pool([closed])));
  assert.equal([gate.leases, gate.holder, gate.expired, gate.holds], [[], '', false, 1]);
});

test('a workspace that goes is told', () => {
  const objects = pool([free(1)], { sidecars: 'workspace' });
  assert.is(poolIn(look(objects)).pvcTerminating, false);
  assert.is(poolIn(look(ending(objects, 1, 'pvc'))).pvcTerminating, true);
});

test('the last write to the AppDefinition is that of anybody but warmgate, its status apart', () => {
  const field = (manager: string, at: number, subresource?: string) => ({
    manager,
    time: stamp(worldStart + at),
    ...(subresource === undefined ? {} : { subresource }),
  });
  const managedFields = [
    field('helm', -90_000),
    field('warmgate', -1000),
    field('operator', -2000, 'status'),
  ];
  const objects = changed(pool([free(1)]), ofKind('AppDefinition'), { metadata: { managedFields } });
  assert.is(poolIn(look(objects)).lastWrite, worldStart - 90_000);
});

test('an absurd minInstances is judged without listing every id', () => {
  const started = performance.now();
  const one = poolIn(look(minimum(pool([free(1)]), 2 ** 40)));
  assert.equal([one.converged, one.instances.length], [false, 5001]);
  assert.ok(performance.now() - started < 2000);
});

test('without eager start nothing is wanted, and what is left is one too many', () => {
  const none = look(pool([free(1)], {}, { operator: 'noEagerStart' }));
  assert.equal([poolIn(none).minInstances, codes(instanceIn(none, 1))], [0, ['surplus']]);
  assert.ok(poolIn(look(pool([], { minInstances: 3 }, { operator: 'noEagerStart' }))).converged);
});

test('what a pass needs is missed only where passes make pools, and only in a live namespace', () => {
  const bare = (operator: 'active' | 'noEagerStart') =>
    pool([], { minInstances: 1 }, { operator }).filter(
      ({ metadata }) => metadata.name !== 'oauth2-proxy-config',
    );
  assert.equal(codes(poolIn(look(bare('active')))), ['proxyConfigMissing']);
  assert.equal(codes(poolIn(look(bare('noEagerStart')))), []);
  assert.not.ok(
    codes(
      poolIn(lookInFile(pool([free(1)]).filter(({ metadata }) => metadata.name !== 'oauth2-proxy-config'))),
    ).includes('proxyConfigMissing'),
  );
});

test('the shared route may be one of many', () => {
  const objects = changed(pool([free(1)]), ofKind('AppDefinition'), ({ spec }) => ({
    spec: { ...spec, ingressname: 'shared' },
  }));
  const route = (name: string) => ({ apiVersion: 'x/v1', kind: 'HTTPRoute', metadata: { name, uid: name } });
  assert.equal(poolIn(look([...objects, route('other'), route('shared')])).reasons, []);
});

test('one workspace that goes is enough, and a hold beside a claim keeps the gate from being open', () => {
  const two = pool([free(1), free(2)], { sidecars: 'workspace' });
  assert.is(poolIn(look(ending(two, 2, 'pvc'))).pvcTerminating, true);
  const { renewed, converged } = poolIn(
    look(pool([free(1), claimed(2, { held: 'internal' })], { lease: 'ours' })),
  );
  assert.equal([renewed, converged], [true, false]);
  assert.is(poolIn(look(pool([claimed(1, { held: 'whole' })], { lease: 'ours' }))).converged, false);
});

test('a workspace alone above minInstances is a warning: no pass deletes it and no session gets it', () => {
  const left = minimum(pool([free(1), free(2)], { sidecars: 'workspace' }), 1).filter(
    (each) => !each.metadata.name.startsWith('instance-2-') || each.kind === 'PersistentVolumeClaim',
  );
  const looked = look(left);
  assert.equal(
    [instanceIn(looked, 2).state, codes(instanceIn(looked, 2))],
    ['surplus', ['residueWorkspace']],
  );
  assert.ok(poolIn(looked).converged);
});

test('an AppDefinition without a generation is at none', () => {
  const bare = pool([free(1)]).map((object) => {
    const { generation: _, ...metadata } = object.metadata;
    return object.kind === 'AppDefinition' ? { ...object, metadata } : object;
  });
  assert.is(poolIn(look(bare)).generation, 0);
});

test.run();
