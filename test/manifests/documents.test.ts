import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documents } from '../../plugin/manifests/documents.ts';
import { fc } from '../harness/fast-check.ts';

const texts = (stream: string): string[] => documents(stream).map(({ text }) => text);

test('a stream is cut at its separator lines and nowhere else', () => {
  assert.equal(texts('a: 1\n---\nb: 2\n'), ['a: 1\n', '---\nb: 2\n']);
  assert.equal(texts('---\na: 1\n--- # two\nb: 2'), ['---\na: 1\n', '--- # two\nb: 2']);
  assert.equal(texts('a: |\n  ---\n  b\n----\n ---\n'), ['a: |\n  ---\n  b\n----\n ---\n']);
  assert.equal(texts('a: 1\r\n---\r\nb: 2\r\n'), ['a: 1\r\n', '---\r\nb: 2\r\n']);
  assert.equal(texts('a: 1\n---'), ['a: 1\n', '---']);
  assert.equal(texts(''), ['']);
});

test('a separator inside a block scalar ends it, as YAML says', () => {
  assert.equal(texts('a: |\n  b\n---\nc: 1\n'), ['a: |\n  b\n', '---\nc: 1\n']);
});

test('a line separator of Unicode is text', () => {
  assert.equal(texts('a: x\u2028--- y\n'), ['a: x\u2028--- y\n']);
});

test('the documents together are the stream, whatever it is', () => {
  const piece = fc.oneof(fc.constantFrom('---', '\n', '\r', '--- a', '...', '\uFEFF', ' ---'), fc.string());
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const stream = pieces.join('');
      const found = documents(stream);
      assert.is(found.map(({ text }) => text).join(''), stream);
      for (const { text, start, end } of found) assert.is(stream.slice(start, end), text);
    }),
  );
});

test.run();
