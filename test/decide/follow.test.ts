import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decideFollow } from '../../plugin/decide/follow.ts';
import { followMs } from '../../plugin/theia/lease.ts';
import { claimed, covered, instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged, words } from '../harness/world-decided.ts';
import { firstSituation } from '../harness/world-frozen.ts';

const live = worldWith([instanceSpec(1, { claim: claimed }), instanceSpec(2)]);

test('where nothing is to do it writes nothing, and rests until a session or a Deployment changes', () => {
  const idle = worldWith([instanceSpec(1, { claim: covered }), instanceSpec(2)]);
  const { steps, wake, end } = decideFollow(firstSituation(judged(idle)));
  assert.equal([steps, end], [[], undefined]);
  assert.equal(wake, { kinds: ['Session', 'Deployment'], atMostMs: 30_000, apartMs: 2000 });
});

test('claims are completed whenever they come, also when all of --timeout is spent', () => {
  const { steps, end } = decideFollow({ ...firstSituation(judged(live)), leftMs: 0, looks: 900 });
  assert.equal(words(steps), ['complete 1 emailConfigMap', 'complete 1 proxyConfigMap', 'wait secondLook']);
  assert.is(end, undefined);
});

test('no gate is closed, whatever the flags of guard say', () => {
  const { steps } = decideFollow(firstSituation(judged(live), { gate: true }));
  assert.not(steps.some(({ step }) => step === 'hold'));
});

test('its shields are vouched for, again at half of the time', () => {
  const shielded = worldWith([instanceSpec(1, { held: 'sidecars' })], { lease: 'ours', sidecars: 'after' });
  const assessment = judged(shielded);
  const followed = (ms: number) => {
    const pools = assessment.pools.map((pool) => ({
      ...pool,
      gate: { ...pool.gate, followedUntil: assessment.now + ms },
    }));
    return words(decideFollow(firstSituation({ ...assessment, pools })).steps);
  };
  assert.equal(followed(followMs / 2), ['follow java', 'wait secondLook']);
  assert.equal(followed(followMs / 2 + 1), []);
});

test('what it saw and did is forgotten after each round', () => {
  assert.ok(decideFollow(firstSituation(judged(live))).forget);
});

test('an operator that is not there ends a strict one at its first look, and not later on', () => {
  const now = firstSituation(judged({ ...live, operator: 'absent' }), { strict: true });
  assert.ok(decideFollow(now).end);
  assert.not(decideFollow({ ...now, looks: 2 }).end);
  assert.not(decideFollow({ ...now, policy: { ...now.policy, strict: false } }).end);
});

test.run();
