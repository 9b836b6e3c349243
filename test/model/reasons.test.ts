import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { because, type ReasonRow, reasons } from '../../plugin/model/reasons.ts';

const rows = Object.entries<ReasonRow>(reasons);

test('every reason has a sentence of its own in one line, without an end mark', () => {
  assert.is(new Set(rows.map(([, { says }]) => says)).size, rows.length);
  for (const [code, { says }] of rows) {
    assert.match(says, /^[^\n]{10,260}[^.!\s]$/, code);
    assert.is(says.split('[').length, says.split(']').length, code);
  }
});

test('a reason that fails and that only a person can mend says what to do', () => {
  const alone = rows.filter(([, { exit, remedy }]) => exit !== 0 && remedy === 'none');
  assert.ok(alone.length > 10);
  for (const [code, { says }] of alone) assert.match(says, /[:;] \S+ /, code);
});

test('a reason without an argument of its sentence, or with another, does not compile', () => {
  const given = [
    because('partStale', { part: 'Deployment', label: 1, generation: 2 }),
    because('podWaiting', { why: 'ImagePullBackOff' }),
    because('gateKept'),
    because('gateClosed'),
    // @ts-expect-error: generation is missing
    because('partStale', { part: 'Deployment', label: 1 }),
    // @ts-expect-error: nothing says the colour
    because('podWaiting', { why: 'ImagePullBackOff', colour: 'red' }),
    // @ts-expect-error: its sentence has no argument
    because('gateClosed', { instances: '1' }),
    // @ts-expect-error: all of its arguments are missing
    because('oldPodLeft'),
  ];
  assert.is(given.length, 8);
});

test('an argument that is undefined is not given', () => {
  assert.equal(because('podWaiting', { why: 'x', container: undefined }).args, { why: 'x' });
});

test.run();
