import { existsSync, readFileSync } from 'node:fs';
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
