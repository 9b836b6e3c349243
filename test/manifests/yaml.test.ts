import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readYaml } from '../../plugin/manifests/yaml.ts';
import { YamlFault } from '../../plugin/manifests/yaml-nodes.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import { yamlCases } from './yaml-documents.ts';
import { asRead, type Verdict } from './yaml-verdicts.ts';

/** Recorded by test/manifests/yaml.tools.ts from kubectl with a real API server, Helm 3 and Helm 4. */
const verdicts: Verdict[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/yaml/verdicts.json'), 'utf8'),
);

/** What kubectl refuses and is read here, as Helm reads it. */
const asHelm = ['an object after the separator', 'a separator stuck to a key', 'a List of Lists'];

test('the recorded verdicts are those of the table', () => {
  assert.ok(verdicts.length >= 120);
  assert.equal(
    verdicts.map(({ title, text }) => ({ title, text })),
    [...yamlCases],
  );
});

test('what the API server gets from kubectl is what is read here, value for value', () => {
  const accepted = verdicts.filter(({ objects }) => objects !== undefined);
  assert.ok(accepted.length > 100);
  for (const { title, text, objects } of accepted)
    assert.equal(JSON.parse(JSON.stringify(asRead(text))), objects, title);
});

test('what kubectl refuses is refused here with file and line, but for what Helm reads', () => {
  const refused = verdicts.filter(({ objects }) => objects === undefined);
  for (const { title, text, helm3, helm4 } of refused) {
    if (asHelm.includes(title)) {
      assert.ok(helm3 && helm4 && asRead(text).length > 0, title);
      continue;
    }
    try {
      asRead(text);
      assert.unreachable(title);
    } catch (error) {
      assert.instance(error, RunError, `${title}: ${error}`);
      assert.is((error as RunError).exit, 2, title);
      assert.match((error as RunError).message, /^x, line \d+: .{10,}/, title);
    }
  }
});

for (const [text, says] of [
  ['a:\n  - *.webview.\n', '2: an unquoted text begins with *; quote it: "*.webview."'],
  ['a: *host\n', '1: *host is the alias of no anchor; quote it: "*host"'],
  ['a: &x [*x]\n', '1: *x contains itself'],
  ['a:\n\tb: 1\n', '2: a tab indents a line; use spaces'],
  ['a:\n  -\tb\n', '2: a tab stands after -; use spaces'],
  ['a: 1\nb: "c\n', '3: a quote is not closed'],
  ['a: b: c\n', '1: a text holds a colon and a space; quote it'],
  ['a: @b\n', '1: a text begins with a sign that YAML keeps for itself; quote it'],
  ['a: {{ .Values.x }}\n', '1: a key is no text; quote it'],
  ['a: .inf\n', '1: JSON has no number .inf; quote it'],
  ['a: !!int b\n', '1: b is no !!int'],
  ['~: 1\n', '1: a key is empty'],
  ['a: {<<: 1}\n', '1: << takes a mapping or a list of them'],
  ['%YAML 1.1\na: 1\n', '1: Kubernetes takes no directives; leave the line out'],
  ['a: "\\ud83d\\ude00"\n', '1: the escape \\ud83d is none of YAML 1.1; write the character itself'],
  ['a: \u0000\n', '1: it has a control character'],
] as const) {
  test(`${JSON.stringify(text)} fails with its line and what to do`, () => {
    assert.is(faultOf(text), says);
  });
}

test('aliases that unfold to too much are refused, and so is nesting without end', () => {
  const lines = [...'bcdefgh'].map((key, at) => `${key}: &${key} [${Array(10).fill(`*${'abcdefg'[at]}`)}]`);
  const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]', ...lines].join('\n');
  assert.match(faultOf(bomb), /its aliases unfold to too much$/);
  assert.match(faultOf('['.repeat(200_000)), /nested too deep$/);
});

test('a key that a mapping has twice is told with its line, a merged one is not', () => {
  assert.equal(readYaml('a: 1\nb: {c: 1, c: 2}\na: 2\n').twice, [
    { key: 'c', line: 2 },
    { key: 'a', line: 3 },
  ]);
  assert.equal(readYaml('x: &x {a: 1}\ny: {<<: *x, a: 2}\n').twice, []);
});

test('keys of every object stay what they are', () => {
  assert.is(
    JSON.stringify(readYaml('__proto__: 1\nconstructor: 2\n').value),
    '{"__proto__":1,"constructor":2}',
  );
});

function faultOf(text: string): string {
  try {
    readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    return `${error.line}: ${error.message}${error.fix === '' ? '' : `; ${error.fix}`}`;
  }
  return 'accepted';
}

test.run();
