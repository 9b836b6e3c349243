import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmGate } from '../../plugin/decide/close-gate.ts';
import type { SeenGate } from '../../plugin/decide/decision.ts';
import type { Assessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { WorldSpec } from '../harness/world.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { build } from '../harness/world-build.ts';
import { lookAt } from '../harness/world-look.ts';
import { worldStart } from '../harness/world-objects.ts';

const closed = worldWith(
  [instanceSpec(1, { claim: covered }), instanceSpec(2, { held: 'internal', made: 'stale' })],
  { lease: 'ours', sidecars: 'after' },
);

function seen(world: WorldSpec, ms: number, change = (object: KubeObject): KubeObject => object): Assessment {
  return lookAt(build(world, worldStart + ms).map(change), worldStart + ms).assessment;
}

function confirm(assessment: Assessment, before?: SeenGate, busy = false) {
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  return confirmGate(pool, assessment, before, { kept: new Set(), busy });
}

test('one look at a closed gate clears nothing, a second one two seconds later does', () => {
  const first = confirm(seen(closed, 0));
  assert.is(first.clearance, undefined);
  assert.is(first.gate?.at, worldStart);
  assert.is(confirm(seen(closed, 1999), first.gate).clearance, undefined);
  const second = confirm(seen(closed, 2000), first.gate);
  assert.equal(second.clearance, {
    firstLook: worldStart,
    secondLook: worldStart + 2000,
    uids: first.gate?.uids ?? [],
  });
});

test('what counts are the UIDs of all that is held or claimed', () => {
  const { gate } = confirm(seen(closed, 0));
  assert.equal(gate?.uids, [
    'java-1-deployment-',
    'java-1-emailConfigMap-',
    'java-1-externalService-',
    'java-1-internalService-',
    'java-1-proxyConfigMap-',
    'java-1-sidecarDeployment-z-ls',
    'java-1-sidecarService-z-ls',
    'java-2-internalService-',
    'java-2-sidecarDeployment-z-ls',
  ]);
});

test('a held Service that was made anew between begins it all again', () => {
  const { gate } = confirm(seen(closed, 0));
  const remade = (object: KubeObject): KubeObject =>
    object.metadata.uid === 'java-2-internalService-'
      ? { ...object, metadata: { ...object.metadata, uid: 'anew' } }
      : object;
  const second = confirm(seen(closed, 3000, remade), gate);
  assert.is(second.clearance, undefined);
  assert.is(second.gate?.at, worldStart + 3000);
});

test('a session that comes or goes holds the clearance up, and does not begin it again', () => {
  const { gate } = confirm(seen(closed, 0));
  const busy = confirm(seen(closed, 3000), gate, true);
  assert.is(busy.clearance, undefined);
  assert.equal(busy.gate, gate);
});

for (const [what, instance] of Object.entries({
  'an open instance': instanceSpec(3),
  'a hold by a Lease that is gone': instanceSpec(3, { held: 'internal', heldBy: 'gone' }),
  'a claim that is not complete': instanceSpec(3, { claim: claimed }),
  'a hold beside a session s reference': instanceSpec(3, { claim: covered, held: 'internal' }),
})) {
  test(`with ${what} a gate is not closed`, () => {
    const [java] = closed.apps;
    const instances = [...(java?.instances ?? []), instance];
    const world = worldWith(instances, { lease: 'ours', sidecars: 'after' });
    assert.equal(confirm(seen(world, 0)), {});
  });
}

test.run();
