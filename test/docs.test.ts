import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appDefinition, startLabWithOperator } from '../plugin/lab/lab-with-operator.ts';
import { reasons } from '../plugin/model/reasons.ts';
import { docCommands, docLinks } from './harness/doc-commands.ts';
import { compileCache, programFile } from './harness/program-file.ts';

const root = join(import.meta.dirname, '..');

test('every warmgate command in the documents runs as it stands, on a healthy pool', async () => {
  const commands = docCommands(root, 'warmgate');
  assert.ok(commands.length >= 12, `${commands.length} commands`);
  const dir = await mkdtemp(join(tmpdir(), 'warmgate-docs-'));
  const stage = await startLabWithOperator(20);
  try {
    stage.create('AppDefinition', appDefinition('java-25', 'ghcr.io/example/thm-java-25:1.3.0', 2));
    await stage.startOperator();
    await stage.until('two ready instances', () => ready(stage.objects('Deployment')) === 2);
    await writeFile(
      join(dir, 'desired.yaml'),
      JSON.stringify(appDefinition('java-25', 'ghcr.io/example/thm-java-25:1.4.0', 2)),
    );
    const kinds = [
      'AppDefinition',
      'Session',
      'Deployment',
      'ReplicaSet',
      'Pod',
      'Service',
      'ConfigMap',
      'Lease',
    ];
    await writeFile(
      join(dir, 'pool.json'),
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: stage.objects(...kinds) }),
    );
    const env = { ...compileCache, ...stage.lab.environment('warmgate'), INIT_CWD: dir };
    for (const line of new Set(commands.map((each) => each.line))) {
      const args = line.split(' ').slice(1);
      const { exitCode, all } = await execa(process.execPath, [programFile, ...args], {
        env,
        cwd: dir,
        all: true,
        reject: false,
        input: '',
      });
      assert.is(exitCode, 0, `${line}\n${all}`);
    }
  } finally {
    await stage.end();
    await rm(dir, { recursive: true });
  }
});

test('what npm runs in the documents is a script of the package', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lines = docCommands(root, 'npm');
  assert.ok(lines.length > 4);
  for (const { file, line } of lines) {
    for (const [, name = ''] of line.matchAll(/npm (?:run (?:-s )?)?([a-z:]+)/g)) {
      if (name !== 'ci') assert.ok(name in scripts, `${file}: ${line}`);
    }
  }
});

test('every path that a document links to exists', () => {
  const links = docLinks(root);
  assert.ok(links.length > 15);
  for (const { file, target } of links)
    assert.ok(existsSync(join(root, dirname(file), target)), `${file}: ${target}`);
});

test('every document and anchor that a comment or a document refers to exists', () => {
  const sources = ['plugin', 'test', 'build'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const references = [
    ...sources.flatMap((file) => referencesIn(file, '')),
    ...docLinks(root).map(({ file, target, anchor }) => ({
      file,
      path: join(dirname(file), target),
      anchor,
    })),
  ];
  assert.ok(references.length > 250, `${references.length} references`);
  const missing = references.filter(({ path, anchor }) => !isThere(path, anchor));
  assert.equal(
    missing.map(({ file, path, anchor }) => `${file}: ${path}#${anchor}`),
    [],
  );
});

test('no comment refers to a document by section, or to one that is not in the repository', () => {
  const bad = [
    'see design.md',
    'docs/theia-cloud.md section 2',
    'lever 6 e',
    'docs/none.md#f1',
    'docs/helm.md#none',
  ];
  for (const text of bad) assert.ok(!isFine(`/** ${text}. */`), text);
  assert.ok(isFine('/** docs/theia-cloud.md#lever-6-e and #f1, README.md. */'));
  for (const folder of ['plugin', 'test', 'build']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!name.endsWith('.ts') || file === 'test/docs.test.ts') continue;
      assert.ok(isFine(readFileSync(join(root, file), 'utf8')), file);
    }
  }
});

/** A path and its anchors, as `#one, #two`, in comments: the paths from the root, each with its anchor or none. */
function referencesIn(file: string, text: string): { file: string; path: string; anchor: string }[] {
  const comments = (text || readFileSync(join(root, file), 'utf8')).matchAll(
    /^\s*(?:\/\*\*?|\*|\/\/).*|\/\*\*.*?\*\//gm,
  );
  return [...comments].flatMap(([comment]) =>
    [
      ...comment.matchAll(
        /(?<![\w/.*-])((?:[\w-]+\/)*[\w-]+\.md)((?:#[\w-]+)?(?:(?:, | and | to )#[\w-]+)*)/g,
      ),
    ].flatMap(([, path = '', anchors = '']) =>
      (anchors.match(/#[\w-]+/g) ?? ['#']).map((anchor) => ({ file, path, anchor: anchor.slice(1) })),
    ),
  );
}

function isThere(path: string, anchor: string): boolean {
  if (!existsSync(join(root, path))) return false;
  if (anchor === '') return true;
  const text = readFileSync(join(root, path), 'utf8');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
  return text.includes(`<a id="${anchor}">`) || headings.includes(anchor);
}

function isFine(text: string): boolean {
  const comments = text.match(/^\s*(?:\/\*\*?|\*|\/\/).*|\/\*\*.*?\*\//gm) ?? [];
  return (
    !comments.some((comment) => /\.md section \d|\blever \d/.test(comment)) &&
    referencesIn('', text).every(({ path, anchor }) => isThere(path, anchor))
  );
}

test('every reason that fails a run stands in the generated reference', () => {
  const text = readFileSync(join(root, 'docs/reference/reasons.md'), 'utf8');
  for (const code of Object.keys(reasons)) assert.ok(text.includes(`\`${code}\``), code);
});

function ready(deployments: { metadata: { name: string }; status?: { readyReplicas?: number } }[]): number {
  return deployments.filter(
    (each) => each.metadata.name.startsWith('instance-') && each.status?.readyReplicas === 1,
  ).length;
}

test.run();
