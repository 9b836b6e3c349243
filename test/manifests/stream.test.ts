import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cut, decodeText, readPiece } from '../../plugin/manifests/stream.ts';
import { fc } from '../harness/fast-check.ts';

const texts = (stream: string): string[] => cut(stream, 'x').map(({ text }) => text);

test('a stream is cut at its separator lines and nowhere else', () => {
  assert.equal(texts('a: 1\n---\nb: 2\n'), ['a: 1\n', '---\nb: 2\n']);
  assert.equal(texts('---\na: 1\n--- # two\nb: 2'), ['---\na: 1\n', '--- # two\nb: 2']);
  assert.equal(texts('a: |\n  ---\n  b\n ---\n'), ['a: |\n  ---\n  b\n ---\n']);
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

test('text after a separator is of the document, and lines are counted in the stream', () => {
  const [, second, third] = cut('a: 1\n--- {b: 2}\n---\nc: [\n', 'x.yaml');
  assert.ok(second !== undefined && third !== undefined);
  assert.equal(readPiece(second, 'x.yaml').value, { b: 2 });
  assert.throws(() => readPiece(third, 'x.yaml'), /^x\.yaml, line 5: /);
});

test('JSON values one after another are a piece each, whatever stands between them', () => {
  const stream = '{"a":"}{"}{"b":1}\n\n  {"c":[{"d":"\\""}]}\n';
  assert.equal(texts(stream), ['{"a":"}{"}', '{"b":1}', '\n\n  {"c":[{"d":"\\""}]}\n']);
  assert.equal(
    cut(stream, 'x').map(({ json }) => json?.value),
    [{ a: '}{' }, { b: 1 }, { c: [{ d: '"' }] }],
  );
  assert.throws(() => cut(`${stream}\n---\na: 1\n`, 'x'), /x, line 5: something else than JSON/);
  assert.equal(texts('{"a":1}\n---\nb: 1\n'), ['{"a":1}', '\n', '---\nb: 1\n']);
});

test('the documents together are the stream, whatever it is', () => {
  const piece = fc.oneof(
    fc.constantFrom('---', '\n', '\r', '--- a', '...', '\uFEFF', ' ---', '{"a":"{"}', '{', '"'),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const stream = pieces.join('');
      try {
        assert.is(texts(stream).join(''), stream);
      } catch (error) {
        assert.match(String((error as Error).message), /something else than JSON/);
      }
    }),
  );
});

test('a byte order mark says what the text is in; without one it is UTF-8', () => {
  const bytes = (encoding: 'utf8' | 'utf16le', text: string): Buffer => Buffer.from(text, encoding);
  assert.is(decodeText(bytes('utf8', '\uFEFFé: 1'), 'x'), '\uFEFFé: 1');
  assert.is(decodeText(bytes('utf16le', '\uFEFFé: 1'), 'x'), 'é: 1');
  assert.is(decodeText(bytes('utf16le', '\uFEFFé: 1').swap16(), 'x'), 'é: 1');
  for (const [given, says] of [
    [
      bytes('utf16le', 'a: 1'),
      'x is not UTF-8 but UTF-16 without a byte order mark, or no text; save it as UTF-8',
    ],
    [Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'x is not UTF-8 but UTF-32; save it as UTF-8'],
    [Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), 'x is not UTF-8 but UTF-32; save it as UTF-8'],
    [Buffer.from([0x61, 0xe9, 0x0a]), 'x is not UTF-8; save it as UTF-8'],
  ] as const) {
    assert.throws(
      () => decodeText(given, 'x'),
      (error: Error) => error.message === says,
    );
  }
});

test.run();
