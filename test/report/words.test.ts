import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { because, type ReasonCode, reasons } from '../../plugin/model/reasons.ts';
import { argumentsOf } from '../../plugin/model/sentence.ts';
import { sentence, words } from '../../plugin/report/words.ts';
import { becauseCalls } from '../harness/because-calls.ts';

const calls = becauseCalls(join(import.meta.dirname, '../..'));

test('every reason has a sentence of its own in one line, without an end mark', () => {
  assert.equal(Object.keys(words).sort(), Object.keys(reasons).sort());
  assert.is(new Set(Object.values(words)).size, Object.keys(reasons).length);
  for (const [code, say] of Object.entries(words)) {
    assert.match(say, /^[^\n]{10,260}[^.!\s]$/, code);
    assert.is(say.split('[').length, say.split(']').length, code);
  }
});

test('a reason that fails and that only a person can mend says what to do', () => {
  const alone = Object.entries(reasons).filter(([, { exit, remedy }]) => exit !== 0 && remedy === 'none');
  assert.ok(alone.length > 10);
  for (const [code] of alone) assert.match(words[code as ReasonCode], /[:;] \S+ /, code);
});

test('wherever a reason is given, its sentence gets every number it needs', () => {
  const missing = calls.flatMap(({ at, codes, args }) =>
    codes.flatMap((code) => {
      const { needed } = argumentsOf(words[code as ReasonCode] ?? '{a sentence}');
      const lacks = args === undefined ? [] : needed.filter((name) => !args.includes(name));
      return lacks.map((name) => `${at}: ${code} without ${name}`);
    }),
  );
  assert.ok(calls.length > 30);
  assert.equal(missing, []);
});

test('a number given to a reason is said', () => {
  const unsaid = calls.flatMap(({ at, codes, args }) =>
    codes.flatMap((code) => {
      const { needed, optional } = argumentsOf(words[code as ReasonCode] ?? '{a sentence}');
      return (args ?? [])
        .filter((name) => ![...needed, ...optional].includes(name))
        .map((name) => `${at}: ${code} ${name}`);
    }),
  );
  assert.equal(unsaid, []);
});

test('a sentence brings both numbers that were compared', () => {
  const stale = because('partStale', { part: 'Deployment', label: 1, generation: 2 });
  assert.is(sentence(stale), 'Deployment: labelled generation 1, the AppDefinition is at 2');
});

test('an argument brings no address, no control character and no endless text', () => {
  const text = sentence(
    because('imageStale', { part: 'x', image: `lea@example.test\u001b[31m${'y'.repeat(999)}`, wanted: 'z' }),
  );
  assert.not.match(text, /example\.test|\p{Cc}/u);
  assert.ok(text.length < 300);
});

test.run();
