import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clean, cleanSentence } from '../../plugin/text/clean.ts';
import { fc } from '../harness/fast-check.ts';

test('an address goes, with everything that hangs on it', () => {
  assert.is(clean('user lea.meier+x@mail.example.test, and more'), 'user (address), and more');
  assert.is(clean('mailto:lea@example.test'), '(address)');
  assert.is(clean('<lea@example.test>'), '(address)>');
});

test('an argument of a sentence brings no address, no control character and no endless text', () => {
  const image = `lea@example.test\u001b[31m${'y'.repeat(999)}`;
  const { text, args } = cleanSentence('{part}: runs {image} of {count}', { part: 'x', image, count: 2 });
  assert.match(text, /^x: runs .* of 2$/);
  for (const each of [text, args.image]) {
    assert.not.match(String(each), /example\.test|\p{Cc}/u);
    assert.ok(String(each).length < 200);
  }
});

test('digests, contexts and plain names stay', () => {
  for (const text of ['reg/x@sha256:0123abc', 'admin@kubernetes', 'instance-1-java-25-7daec4467ba2']) {
    assert.is(clean(text), text);
  }
});

test('no address passes, whatever stands around it', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string(), fc.string(), (address, before, after) => {
      assert.is(clean(`${before}${address}${after}`, 5000).includes(address), false);
    }),
  );
});

test('a text of a megabyte takes no time', () => {
  const started = performance.now();
  assert.is(clean('x'.repeat(1_000_000)).length, 201);
  assert.is(clean(`${'a@'.repeat(500_000)}`).length, 201);
  assert.ok(performance.now() - started < 2000);
});

test('what is left is short and in one line', () => {
  assert.is(clean('a\nb\u001b[0mc', 4), 'a bc');
  assert.is(clean('abcdef', 4), 'abcd…');
  assert.is(clean('a `b` c'), "a 'b' c");
});

test.run();
