import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fate } from './fate.ts';
import { objections, type Row, tableOf } from './row.ts';

const broken: Fate = { name: 'r1-2', broken: ['deployment remade'], old: false, start: 'eager', met: true };

function row(expected: Row['way']['expected'], changes: Partial<Row> = {}): Row {
  const way = { name: `a way that must break ${expected}`, expected };
  return {
    way,
    wanted: 40,
    sessions: 40,
    broken: [],
    met: 3,
    old: 7,
    rounds: 4,
    unfinished: [],
    seconds: 61.4,
    ...changes,
  };
}

test('the table has one line a way', () => {
  const table = tableOf([row('some', { broken: [broken] }), row('none', { unfinished: ['exit 1'] })]);
  assert.equal(table.split('\n').slice(2), [
    '| a way that must break some | 40 | 1 | 3 | 7 | 4 | 61 |',
    '| a way that must break none | 40 | 0 | 3 | 7 | 4 (1 unfinished) | 61 |',
    '',
  ]);
});

test('a wrong way that breaks nobody is objected to: the ground is too kind', () => {
  assert.equal(objections([row('some', { broken: [broken] }), row('any'), row('none')]), []);
  const [objection, ...more] = objections([row('some')]);
  assert.match(objection ?? '', /too kind/);
  assert.equal(more, []);
});

test('one session broken by what must break none is objected to, by name and fault', () => {
  const [objection] = objections([row('none', { broken: [broken] })]);
  assert.match(objection ?? '', /r1-2: deployment remade/);
});

test('what renewed nothing proves nothing', () => {
  assert.match(objections([row('none', { unfinished: ['exit 1', 'exit 1'] })])[0] ?? '', /2 of 4 rounds/);
  assert.match(objections([row('none', { sessions: 39 })])[0] ?? '', /39 sessions, not 40/);
  assert.equal(objections([]), ['no way at all']);
});

test.run();
