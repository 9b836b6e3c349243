import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse as parseYaml } from 'yaml';
import { parse } from '../../plugin/config/parse.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const read = (name: string): string => readFileSync(join(root, 'hooks/pipelines', name), 'utf8');
const workflow = parseYaml(read('github-actions.yaml'));
const gitlab = parseYaml(read('gitlab-ci.yaml'));

interface Step {
  run?: string;
  if?: string;
}

const stepsOf = (job: string): Step[] => workflow.jobs[job].steps;
const linesOf = (steps: readonly Step[]): string[] => steps.flatMap(({ run = '' }) => run.split('\n'));

/** Shell lines of both examples in which warmgate is called. */
const lines = [
  ...linesOf([...stepsOf('plan'), ...stepsOf('release')]),
  ...[gitlab['.warmgate'].before_script, gitlab.plan.script, gitlab.release.script].flat(),
  ...gitlab.release.after_script,
].filter((line: string) => /\bwarmgate(@\S+)? [a-z]/.test(line));

/** Arguments behind `warmgate`, variables replaced, up to a redirection or the end of the command. */
function argvOf(line: string): string[] {
  const [, rest = ''] = /\bwarmgate(?:@\S+)? (.*)$/.exec(line) ?? [];
  const [command = ''] = rest.split(/ >|;/);
  return command.replaceAll(/"\$[A-Z_]+"/g, 'theia').split(' ');
}

test('every command line of both examples is one that warmgate takes', () => {
  const commands = lines.map((line) => {
    const parsed = parse(argvOf(line), {});
    assert.ok('command' in parsed, line);
    return parsed.command;
  });
  assert.equal(commands, ['plan', 'guard', 'verify', 'open', 'plan', 'guard', 'verify', 'open']);
});

test('they run this version', () => {
  for (const name of ['github-actions.yaml', 'gitlab-ci.yaml']) {
    const pinned = [...read(name).matchAll(/warmgate@(\S+)/g)].map(([, each]) => each);
    assert.ok(pinned.length > 0, name);
    assert.equal([...new Set(pinned)], [version], name);
  }
});

test('guard comes before Helm, verify after it, open only when something failed', () => {
  for (const script of [linesOf(stepsOf('release')), gitlab.release.script as string[]]) {
    const order = ['guard', 'helm upgrade', 'verify'].map((what) =>
      script.findIndex((line) => line.includes(`${what} `) && !line.includes('template')),
    );
    assert.ok(
      order.every((at, index) => at > (order[index - 1] ?? -1)),
      order.join(),
    );
  }
  const opening = stepsOf('release').find(({ run = '' }) => run.includes(' open '));
  assert.is(opening?.if, 'failure() || cancelled()');
});

test('verify ends before its job is killed, and no job is cut off by the next', () => {
  const [verify = ''] = lines.filter((line) => line.includes(' verify '));
  const parsed = parse(argvOf(verify), {});
  assert.ok(
    'options' in parsed && parsed.options.timeoutMs < workflow.jobs.release['timeout-minutes'] * 30_000,
  );
  assert.is(workflow.jobs.release.concurrency['cancel-in-progress'], false);
  assert.is(gitlab.release.interruptible, false);
});

test.run();
