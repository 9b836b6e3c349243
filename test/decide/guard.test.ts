import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Situation } from '../../plugin/decide/decision.ts';
import { decideGuard } from '../../plugin/decide/guard.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import type { WorldSpec } from '../harness/world.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged, words } from '../harness/world-decided.ts';
import { firstSituation, usualPolicy } from '../harness/world-frozen.ts';

function guard(world: WorldSpec, policy: Partial<Policy> = {}) {
  const { steps, end = false } = decideGuard(firstSituation(judged(world), policy));
  return { steps: words(steps), end };
}

/** A manifest that changes the image of this AppDefinition. */
function changing(name: string): Partial<Policy> {
  const metadata = { name, uid: '' };
  return {
    manifests: [
      { apiVersion: 'theia.cloud/v1beta10', kind: 'AppDefinition', metadata, spec: { image: 'new' } },
    ],
  };
}

test('a guard completes claims and shields sidecars, and keeps nobody away', () => {
  const world = worldWith([instanceSpec(1, { claim: claimed }), instanceSpec(2)], { sidecars: 'after' });
  assert.equal(guard(world), {
    steps: [
      'complete 1 emailConfigMap',
      'complete 1 proxyConfigMap',
      'complete 1 sidecarDeployment',
      'complete 1 sidecarService',
      'lease java',
      'shield 2 sidecarDeployment',
      'wait secondLook',
    ],
    end: false,
  });
});

test('where nothing is left to do it writes nothing', () => {
  assert.equal(guard(worldWith([instanceSpec(1, { claim: covered }), instanceSpec(2)])), {
    steps: [],
    end: true,
  });
});

test('the gate closes for the AppDefinitions that are named, but for a batch s canary whole', () => {
  const world = worldWith([instanceSpec(1), instanceSpec(2)]);
  assert.equal(guard(world, changing('java')).steps, [
    'hold 1 internalService',
    'hold 2 internalService',
    'lease java',
    'wait secondLook',
  ]);
  assert.equal(guard(world, changing('other')), { steps: [], end: true });
  const batch = guard(world, { gate: true, batch: { count: 1 } }).steps;
  assert.ok(batch.includes('hold 2 deployment') && !batch.includes('hold 1 deployment'));
});

test('not while a claim is in flight: that is waited for', () => {
  const claiming = instanceSpec(1, { claim: { by: 'inFlight', steps: 1 } });
  assert.equal(guard(worldWith([claiming, instanceSpec(2)]), { gate: true }), {
    steps: ['wait claimsInFlight'],
    end: false,
  });
});

test('the young Lease of another run is enough: two guards would else rewrite it for ever', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'other' });
  assert.equal(guard(world, changing('java')), { steps: [], end: true });
});

test('an AppDefinition that is being deleted gets no hold', () => {
  assert.equal(guard(worldWith([instanceSpec(1)], { deleting: true }), { gate: true }), {
    steps: [],
    end: true,
  });
});

function deciding(world: WorldSpec, more: Partial<Situation>, policy: Partial<Policy> = {}) {
  const {
    steps,
    end = false,
    findings = [],
  } = decideGuard({
    ...firstSituation(judged(world), policy),
    ...more,
  });
  return { steps: words(steps), end, findings: findings.map(({ reason }) => reason.code) };
}

test('when all of the time is spent it writes no more, and says so', () => {
  const world = worldWith([instanceSpec(1, { claim: claimed })]);
  assert.equal(deciding(world, { leftMs: 0 }), { steps: [], end: true, findings: ['timedOut'] });
  assert.not(deciding(world, { leftMs: 1 }).end);
});

test('a claim in flight is waited for during half of the time', () => {
  const world = worldWith([instanceSpec(1, { claim: { by: 'inFlight', steps: 1 } })]);
  const half = usualPolicy.timeoutMs / 2;
  assert.equal(deciding(world, { leftMs: half }).steps, ['wait claimsInFlight']);
  assert.equal(deciding(world, { leftMs: half - 1 }), { steps: [], end: true, findings: ['claimsInFlight'] });
});

test('with --strict an operator that is not there ends it before any write', () => {
  const world = worldWith([instanceSpec(1, { claim: claimed })], {}, { operator: 'absent' });
  assert.equal(deciding(world, {}, { strict: true }), { steps: [], end: true, findings: [] });
  assert.not(deciding(world, {}, { strict: true, waitForOperator: false }).end);
  assert.not(deciding(world, {}).end);
});

test('under an upstream operator lists alone are mended, each object once as it is', () => {
  const world = worldWith(
    [instanceSpec(1, { claim: { ...claimed, list: 'empty' } })],
    {},
    { upstream: true },
  );
  const [mend, ...others] = decideGuard(firstSituation(judged(world))).steps;
  assert.equal([mend?.step, others], ['mend', []]);
  assert.ok(deciding(world, { acted: [{ step: mend as WriteStep }] }).end);
});

test('the Lease of a single hold that ran out is renewed by a guard whose gate it is', () => {
  const world = worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'expired' });
  assert.equal(guard(world, { gate: true }).steps, ['lease java', 'wait secondLook']);
});

test.run();
