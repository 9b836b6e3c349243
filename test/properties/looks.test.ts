import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decideFollow } from '../../plugin/decide/follow.ts';
import { lastWrites } from '../../plugin/decide/give-up.ts';
import { decideGuard } from '../../plugin/decide/guard.ts';
import { decideOpen } from '../../plugin/decide/open.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import { decideVerify } from '../../plugin/decide/verify.ts';
import { fc } from '../harness/fast-check.ts';
import { calmWorlds, worlds } from '../harness/world.ts';
import { expectNone } from '../harness/world-expect.ts';
import { deepFreeze, frozenLooks, usualPolicy } from '../harness/world-frozen.ts';
import { gaps, trespasses } from '../harness/world-oracle.ts';
import { broken } from '../harness/world-promises.ts';

const numRuns = 1000;

const policies: fc.Arbitrary<Policy> = fc.record({
  ...Object.fromEntries(Object.entries(usualPolicy).map(([key, value]) => [key, fc.constant(value)])),
  mayWrite: fc.constantFrom(true, true, true, false),
  waitForOperator: fc.constantFrom(true, true, false),
  onFailure: fc.constantFrom('auto', 'open', 'closed'),
  mayRestart: fc.boolean(),
  batch: fc.constantFrom(undefined, { count: 1 }, { percent: 50 }),
  refresh: fc.constantFrom(false, false, true),
}) as unknown as fc.Arbitrary<Policy>;

test('no step of a run is for what a session has, but to complete its claim, mend its list or take our hold off', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(worlds, policies, (world, policy) => {
      for (const { objects, assessment, decision } of frozenLooks(world, policy)) {
        for (const { step } of decision.steps) seen.add(step);
        expectNone(trespasses(decision.steps, objects));
        const pushed = decision.steps.filter(({ step }) => step === 'nudge' || step === 'restartOperator');
        for (const { app } of assessment.pools.filter(({ name }) =>
          pushed.some((each) => 'app' in each && each.app === name),
        ))
          expectNone(gaps(app, objects), 'a pass that would meet');
        const writes = decision.steps.filter(({ step }) => step !== 'wait');
        if (!policy.mayWrite) assert.equal(writes, [], 'without permission nothing is written');
      }
    }),
    { numRuns, includeErrorInReport: true },
  );
  for (const step of [
    'nudge',
    'hold',
    'shield',
    'unhold',
    'complete',
    'mend',
    'mark',
    'open',
    'dropLease',
    'lease',
  ])
    assert.ok(seen.has(step), `no world made it ${step}`);
});

test('nor is any step of a run under an upstream operator, allowed to replace and restart', () => {
  let removed = 0;
  fc.assert(
    fc.property(worlds, (world) => {
      const policy = { ...usualPolicy, mayReplace: true, mayRestart: true };
      for (const { objects, assessment, decision } of frozenLooks({ ...world, upstream: true }, policy)) {
        expectNone(trespasses(decision.steps, objects));
        const steps = decision.steps.map(({ step }) => step);
        removed += steps.filter((step) => step === 'removeInstance').length;
        // Of an empty pool nobody can say whose it is.
        if (assessment.operator.kind === 'unknown') continue;
        expectNone(steps.filter((step) => step === 'nudge' || step === 'hold' || step === 'mark'));
      }
    }),
    { numRuns, includeErrorInReport: true },
  );
  assert.ok(removed > 50, `only ${removed} parts removed`);
});

test('no step of a guard, of an opening or of the end of a run is either', () => {
  fc.assert(
    fc.property(worlds, policies, fc.boolean(), fc.boolean(), (world, policy, force, all) => {
      const looks = frozenLooks(world, { ...policy, mayWrite: true });
      const { objects, now, decision } = looks.at(-1) ?? looks[0]!;
      const memory = decision.memory ?? now.memory;
      const last = { ...now, memory, policy: { ...now.policy, force, gate: force, expired: !all } };
      const plans = {
        guard: decideGuard(last).steps,
        follow: decideFollow(last).steps,
        open: decideOpen(last).steps,
        end: lastWrites(last).steps,
      };
      for (const [name, steps] of Object.entries(plans)) expectNone(trespasses(steps, objects), name);
    }),
    { numRuns, includeErrorInReport: true },
  );
});

test('a run that ends well leaves every promise kept', () => {
  let done = 0;
  fc.assert(
    fc.property(fc.oneof(worlds, calmWorlds, calmWorlds, calmWorlds), policies, (world, policy) => {
      const last = frozenLooks(world, { ...policy, mayWrite: true, refresh: false }).at(-1);
      if (last?.decision.memory?.ending?.how !== 'done') return;
      done += 1;
      for (const { app } of last.assessment.pools) expectNone(broken(app, last.objects, world));
    }),
    { numRuns, includeErrorInReport: true },
  );
  assert.ok(done > 25, `only ${done} worlds ended well`);
});

test('the same look and memory give the same decision, and nothing that was given is changed', () => {
  fc.assert(
    fc.property(worlds, policies, (world, policy) => {
      for (const { now, decision } of frozenLooks(world, policy, deepFreeze))
        assert.equal(decideVerify(now), decision);
    }),
    { numRuns, includeErrorInReport: true },
  );
});

test.run();
