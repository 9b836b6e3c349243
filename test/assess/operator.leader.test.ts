import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stamp, worldStart } from '../harness/world-objects.ts';
import { operatorPod, renewed } from './fixtures.ts';
import { codes, free, look, looks, ofKind, pool } from './given.ts';

const whole = pool([free(1)]);
const lease = ofKind('Lease', 'theia-cloud-operator-leaders');

function pick({ assessment: { operator } }: ReturnType<typeof look>) {
  return { plausible: operator.plausible, active: operator.active };
}

test('one look at a young Lease is plausible, and only a renewal between two looks is proof', () => {
  assert.equal(pick(look(whole)), { plausible: true, active: false });
  assert.equal(
    pick(
      looks([
        [0, renewed(0)],
        [1000, renewed(0)],
      ]),
    ),
    { plausible: true, active: false },
  );
  assert.equal(
    pick(
      looks([
        [0, renewed(0)],
        [1000, renewed(1000)],
      ]),
    ),
    { plausible: true, active: true },
  );
});

test('a renewal by another holder starts the proof anew', () => {
  const other = { holderIdentity: 'another-process' };
  assert.is(
    looks([
      [0, renewed(0)],
      [1000, renewed(1000, other)],
    ]).assessment.operator.active,
    false,
  );
  const thrice = looks([
    [0, renewed(0)],
    [1000, renewed(1000, other)],
    [2000, renewed(2000, other)],
  ]);
  assert.is(thrice.assessment.operator.active, true);
});

test('a leader that stops renewing is idle once its Lease has run out', () => {
  const rounds = (last: number) =>
    looks([
      [0, renewed(0)],
      [1000, renewed(1000)],
      [last, renewed(1000)],
    ]).assessment.operator;
  assert.is(rounds(7000).active, true);
  assert.equal(codes(rounds(7000)), []);
  const late = rounds(9000);
  assert.equal([late.active, late.plausible, codes(late)], [false, false, ['operatorIdle']]);
  assert.equal(late.reasons[0]?.args, { holder: 'a process', age: 8, duration: 6 });
});

test('the clock of the holder need not agree with the server', () => {
  const behind = looks([
    [0, renewed(-90_000)],
    [1000, renewed(-89_000)],
  ]).assessment.operator;
  assert.equal([behind.active, codes(behind)], [true, []]);
  const ahead = looks([
    [0, renewed(90_000)],
    [1000, renewed(90_000)],
    [20_000, renewed(90_000)],
  ]);
  assert.equal(codes(ahead.assessment.operator), ['operatorIdle']);
});

test('a Lease without a holder, or none at all, is held by nobody', () => {
  for (const objects of [renewed(0, { holderIdentity: '' }), whole.filter((each) => !lease(each))]) {
    const { operator } = look(objects).assessment;
    assert.equal([operator.plausible, codes(operator)], [false, ['operatorIdle']]);
    assert.is(operator.reasons[0]?.args.holder, 'nobody');
  }
});

test('a Lease is young to its last second, and one more for clocks that count whole ones', () => {
  const at = (ms: number) => looks([[0, renewed(-ms)]]).assessment.operator.plausible;
  assert.equal([at(7000), at(8000)], [true, false]);
});

test('a leader is steady once it has led for two Lease durations, by its Lease or by the looks', () => {
  const led = (acquired: number, at: number) => {
    const acquireTime = { acquireTime: stamp(worldStart + acquired) };
    return looks([
      [0, renewed(0, acquireTime)],
      [at, renewed(at, acquireTime)],
    ]).assessment.operator.steady;
  };
  assert.equal([led(-600_000, 1000), led(0, 1000), led(0, 12_000)], [true, false, true]);
  const taken = { holderIdentity: 'second', acquireTime: stamp(worldStart - 600_000) };
  const handedOver = looks([
    [0, renewed(0)],
    [1000, renewed(1000, taken)],
    [2000, renewed(2000, taken)],
  ]);
  assert.is(handedOver.assessment.operator.steady, false, 'it was seen to take over just now');
  assert.is(look(whole).assessment.operator.steady, false, 'one look proves no renewal');
});

test('an operator that restarts is said to, with counts: a reason while nobody leads, a warning while somebody does', () => {
  const first = [...renewed(0), ...operatorPod(1)];
  const back = looks([
    [0, first],
    [60_000, [...renewed(60_000, { holderIdentity: 'anew' }), ...operatorPod(5)]],
  ]).assessment.operator;
  assert.equal([back.plausible, codes(back)], [true, ['operatorRestarted']]);
  assert.equal(back.reasons[0]?.args, { restarts: 4, leaders: 2, seconds: 60 });
  const away = looks([
    [0, first],
    [60_000, [...renewed(40_000), ...operatorPod(5)]],
    [70_000, [...renewed(40_000), ...operatorPod(5)]],
  ]).assessment.operator;
  assert.equal(codes(away), ['operatorRestarting']);
  const counted = looks([[0, [...renewed(0), ...operatorPod(7)]]]).assessment.operator;
  assert.equal(codes(counted), [], 'restarts before the first look are not of this run');
});

test('a rollout changes the leader once and is no restless operator; the third leader of a run is', () => {
  const by = (...holders: string[]) =>
    looks(holders.map((holderIdentity, at) => [at * 1000, renewed(at * 1000, { holderIdentity })] as const))
      .assessment.operator;
  assert.equal(codes(by('one', 'two', 'two')), []);
  const third = by('one', 'two', 'three');
  assert.equal(
    [codes(third), third.reasons[0]?.args],
    [['operatorRestarted'], { restarts: 0, leaders: 3, seconds: 2 }],
  );
});

test('a Lease that loses its holder again and again is named, with the times', () => {
  const none = renewed(0, { holderIdentity: '' });
  const { operator } = looks([
    [0, renewed(0)],
    [1000, none],
    [2000, renewed(2000)],
    [3000, none],
  ]).assessment;
  assert.equal(
    [codes(operator), operator.reasons[0]?.args],
    [['operatorLeaseLost'], { times: 2, seconds: 3 }],
  );
  const once = looks([
    [0, renewed(0)],
    [1000, none],
  ]).assessment.operator;
  assert.equal(codes(once), ['operatorIdle']);
});

test('a pod that tells no number of restarts has not restarted', () => {
  const counted = (restartCount: unknown) =>
    operatorPod(0).map((each) =>
      each.kind === 'Pod'
        ? { ...each, status: { ...each.status, containerStatuses: [{ name: 'operator', restartCount }] } }
        : each,
    );
  const { operator } = looks([
    [0, [...renewed(0), ...counted(undefined)]],
    [1000, [...renewed(1000), ...counted(1)]],
  ]).assessment;
  assert.is(operator.reasons.find(({ code }) => code.startsWith('operatorRestart'))?.args.restarts, 1);
});

test.run();
