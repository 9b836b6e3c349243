import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planRounds } from './plan.ts';

test('the same seed gives the same rounds, another one others', () => {
  assert.equal(planRounds(10, 'at once', 1), planRounds(10, 'at once', 1));
  assert.not.equal(planRounds(10, 'at once', 1), planRounds(10, 'at once', 2));
});

test('few rounds cover a claim evenly: each seventh of it has an offset', () => {
  const offsets = planRounds(7, 'at once', 3).map(({ offsetMs }) => offsetMs);
  assert.equal(offsets.map((each) => Math.floor(each / 100)).sort(), [0, 1, 2, 3, 4, 5, 6]);
});

test('both gaps take turns; only what checks before it holds has sessions after a check, right after it', () => {
  const plans = planRounds(12, 'after a look and a check', 5);
  assert.equal([...new Set(plans.map(({ gapMs }) => gapMs))], [120, 450]);
  const checks = plans.filter(({ after }) => after === 'check');
  assert.is(checks.length, 8);
  assert.ok(checks.every(({ offsetMs }) => offsetMs <= 100));
  assert.ok(planRounds(12, 'after a look', 5).every(({ after }) => after === 'look'));
});

test.run();
