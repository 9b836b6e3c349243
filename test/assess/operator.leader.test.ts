import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { stamp, worldStart } from '../harness/world-objects.ts';
import { changed, codes, free, look, looks, ofKind, pool } from './given.ts';

const whole = pool([free(1)]);
const lease = ofKind('Lease', 'theia-cloud-operator-leaders');

/** The namespace with the leader's Lease renewed, ms after the first look. */
function renewed(at: number, spec: object = {}): KubeObject[] {
  return changed(whole, lease, (each) => ({
    spec: { ...each.spec, renewTime: stamp(worldStart + at), ...spec },
  }));
}

/** A pod of the operator that started at this time. */
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

test.run();
