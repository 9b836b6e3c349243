// limit: 120 s
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import type { Report } from '../../plugin/model/report.ts';
import { recordingText } from '../harness/recordings.ts';
import { program } from './program.ts';

const test = suite('check -f', { folder: '' });
const text = recordingText('02-incident');
const items: { kind: string }[] = JSON.parse(text).items;
const half = Math.floor(items.length / 2);
const documents = items.map((item) => stringify(item)).join('---\n');
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../schemas/report.schema.json'), 'utf8'),
);
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-check-'));
  const files = {
    'list.json': text,
    'list.yaml': stringify(JSON.parse(text)),
    'documents.yaml': documents,
    'array.json': JSON.stringify(items),
    'lines.json': items.map((item) => JSON.stringify(item)).join('\n'),
    'half.json': JSON.stringify({ kind: 'List', items: items.slice(0, half) }),
    'rest.yaml': stringify({ kind: 'List', items: items.slice(half) }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(context.folder, name), content);
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

/** What it says of the pool, without what depends on how it was asked. */
function summary(out: string): unknown {
  const { pools, sessions, exit, verdict, startedAt }: Report = JSON.parse(out);
  return { pools, sessions, exit, verdict, startedAt };
}

for (const [what, files, input] of [
  ['a List as YAML', ['list.yaml'], ''],
  ['several YAML documents', ['documents.yaml'], ''],
  ['a bare array', ['array.json'], ''],
  ['an object a line', ['lines.json'], ''],
  ['several files', ['half.json', 'rest.yaml'], ''],
  ['standard input', ['-'], text],
  ['a file beside standard input', ['half.json', '-'], stringify(items.slice(half))],
] as const) {
  test(`${what} says the same as a List in JSON`, async ({ folder }) => {
    const ask = (names: readonly string[]) =>
      program(['check', '-o', 'json', ...names.flatMap((name) => ['-f', name])], { cwd: folder, input });
    const [plain, other] = await Promise.all([ask(['list.json']), ask(files)]);
    assert.equal([plain?.exit, other?.exit], [1, 1], other?.err);
    assert.equal(summary(other?.out ?? ''), summary(plain?.out ?? ''));
  });
}

test('a relative name starts where npm was called, else where the program was', async ({ folder }) => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const npm = { cwd: elsewhere, env: { INIT_CWD: folder } };
  assert.is((await program(['check', '-f', 'list.json'], npm)).exit, 1);
  assert.is((await program(['check', '-f', 'list.json'], { cwd: elsewhere })).exit, 2);
});

test('objects of several namespaces are judged for the one that is chosen', async ({ folder }) => {
  const other = text.replaceAll(/"namespace": ?"theia"/g, '"namespace":"other"');
  const both = `${text}\n${other.replaceAll('1.3.0', '1.4.0')}`;
  const { exit, out } = await program(['check', '-f', '-', '-n', 'other', '-o', 'json'], {
    cwd: folder,
    input: both,
  });
  const report: Report = JSON.parse(out);
  assert.equal(
    [exit, report.namespace, report.pools[0]?.image],
    [1, 'other', 'ghcr.io/example/thm-java-25:1.4.0'],
  );
});

test('piped text is never wrapped, however narrow a terminal claims to be', async ({ folder }) => {
  const narrow = { COLUMNS: '40', FORCE_COLOR: '1', TERM: 'xterm-256color' };
  const { out } = await program(['check', '-f', 'list.json'], { cwd: folder, env: narrow });
  const rows = out.split('\n').filter((line) => /^ {2}\d+ /.test(line));
  assert.is(rows.length, 10, 'one line an instance');
  assert.ok(rows.slice(2).every((row) => row.length > 200));
  assert.not.match(out, '\u001b');
});

test('every form is written beside stdout, and an unknown place is said without changing the verdict', async ({
  folder,
}) => {
  const endings = ['json', 'md', 'xml', 'html', 'txt'];
  const reports = endings.flatMap((ending) => ['--report', join(folder, `out.${ending}`)]);
  const { exit, out, err } = await program(
    ['check', '-f', 'list.json', '-o', 'json', ...reports, '--report', join(folder, 'none/out.json')],
    { cwd: folder },
  );
  assert.is(exit, 1);
  assert.match(err, /^warmgate: cannot write .*none\/out\.json: ENOENT\n$/);
  assert.is(readFileSync(join(folder, 'out.json'), 'utf8'), out);
  for (const ending of endings)
    assert.ok(readFileSync(join(folder, `out.${ending}`), 'utf8').length > 500, ending);
});

test('the report follows its schema, for files that are whole and files that are not', async ({ folder }) => {
  const without = (kind: string) => JSON.stringify(items.filter((item) => item.kind !== kind));
  const inputs = [
    text,
    ...['AppDefinition', 'Session', 'Deployment', 'Service', 'ConfigMap', 'Pod'].map(without),
  ];
  const runs = await Promise.all(
    inputs.map((input) => program(['check', '-f', '-', '-o', 'json'], { cwd: folder, input })),
  );
  for (const { out, err } of runs)
    assert.ok(isReport(JSON.parse(out)), `${err}${JSON.stringify(isReport.errors)}`);
  assert.equal(
    runs.map(({ exit }) => exit),
    [1, 3, 1, 1, 1, 1, 1],
  );
});

test('what a file lacks is said, and no operator in it is no failure', async ({ folder }) => {
  const input = JSON.stringify(items.filter(({ kind }) => kind !== 'Pod' && kind !== 'Session'));
  const { out } = await program(['check', '-f', '-'], { cwd: folder, input });
  assert.match(out, 'the file does not hold the Deployment of the operator');
  assert.match(out, 'the file holds no Session');
  assert.match(out, 'the file holds no Pod');
});

test('a pinned generation or image is another matter than a stale pool', async ({ folder }) => {
  const ask = (...more: string[]) => program(['check', '-f', 'list.json', ...more], { cwd: folder });
  const [right, wrong, image] = await Promise.all([
    ask('--expect-generation', '2'),
    ask('--expect-generation', '3'),
    ask('--expect-image', 'java-25-latest=ghcr.io/example/thm-java-25:1.4.0'),
  ]);
  assert.equal([right?.exit, wrong?.exit, image?.exit], [1, 5, 5]);
});

test.run();
