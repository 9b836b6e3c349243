import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usualHooks } from '../../plugin/manifests/hooks.ts';
import { podSpec } from '../../plugin/manifests/pod.ts';
import { root, run } from './built.ts';

// limit: 240 s

const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const parsed = DockerfileParser.parse(text);
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8');
const words = (instruction: Instruction): string[] =>
  instruction.getArguments().map((each) => each.getValue());

/** Instructions of each stage, from its FROM on. */
const stages: Instruction[][] = [];
for (const instruction of parsed.getInstructions()) {
  if (instruction.getKeyword() === 'FROM') stages.push([]);
  stages.at(-1)?.push(instruction);
}
const [build = [], final = []] = stages;
const of = (stage: readonly Instruction[], keyword: string): string[][] =>
  stage.filter((each) => each.getKeyword() === keyword).map(words);

test('the linter finds nothing, and it does find things', () => {
  assert.equal(validate(text), []);
  assert.equal(
    validate('FROM node\nCOPPY a b\nEXPOSE abc\n').map(({ message }) => message),
    ['Unknown instruction: COPPY', 'Invalid containerPort: abc'],
  );
});

test('the final image has no shell, is not root, and starts the one file, with the licences beside it', () => {
  assert.is(stages.length, 2);
  assert.match(of(final, 'FROM')[0]?.[0] ?? '', /^gcr\.io\/distroless\/nodejs\d+-debian\d+:nonroot$/);
  assert.equal(of(final, 'RUN'), []);
  assert.equal(of(final, 'COPY'), [
    ['/src/dist/warmgate.js', '/warmgate.mjs'],
    ['/src/dist/LICENSES.txt', '/LICENSES.txt'],
  ]);
  const [entrypoint] = of(final, 'ENTRYPOINT');
  assert.equal(JSON.parse(entrypoint?.join('') ?? ''), ['/nodejs/bin/node', '/warmgate.mjs']);
});

test('its user is the one that the pods run as', () => {
  const options = usualHooks({ mode: 'helm', namespace: 'theia', image: 'x' });
  const { securityContext } = podSpec(
    { component: 'verify', account: 'a', args: [], restartPolicy: 'Never' },
    options,
  );
  assert.equal(of(final, 'USER'), [[`${securityContext.runAsUser}:${securityContext.runAsGroup}`]]);
});

test('it is built and runs on the same line of Node as the tests', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [major] = devDependencies.node.split('.');
  assert.match(of(build, 'FROM')[0]?.[0] ?? '', `node:${major}-`);
  assert.match(of(final, 'FROM')[0]?.[0] ?? '', `nodejs${major}-`);
});

test('what the build stage copies is enough to build, and nothing else is sent there', async () => {
  const copied = of(build, 'COPY').flatMap((paths) => paths.slice(0, -1));
  const sent = ignored.split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  assert.equal(copied.sort(), sent.sort());
  assert.is(ignored.split('\n')[0], '*');
  for (const path of copied) assert.ok(existsSync(join(root, path)), path);
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-image-'));
  try {
    for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const env = { PATH: process.env.PATH, WARMGATE_REVISION: 'abc1234' };
    execFileSync(process.execPath, ['build/build.ts'], { cwd: folder, env, timeout: 120_000 });
    assert.match((await run(join(folder, 'dist/warmgate.js'), ['--version'])).out, ' (abc1234)\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
