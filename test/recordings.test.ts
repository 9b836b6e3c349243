// limit: 180 s
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assess } from '../plugin/assess/assess.ts';
import type { Report } from '../plugin/model/report.ts';
import type { instanceStates } from '../plugin/model/states.ts';
import { fromObjects } from '../plugin/observe/from-objects.ts';
import { golden } from './harness/golden.ts';
import { compileCache, programFile } from './harness/program-file.ts';
import { recordingNames, recordingText } from './harness/recordings.ts';
import { type Verdict, verdicts } from './recordings-verdicts.ts';

const root = join(import.meta.dirname, '..');
/** Whose text was read and approved whole. */
const goldens = ['02-incident', '04-scaledown', '25-side-held', '42-gate-applied', '60-residue'];

test('every recording has a verdict', () => {
  assert.equal(
    verdicts.map(({ file }) => file),
    recordingNames,
  );
});

for (const verdict of verdicts) {
  test(`check -f ${verdict.file} ends with ${verdict.exit} and says why, instance by instance`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'warmgate-recordings-'));
    try {
      const forms = ['txt', 'md', 'xml', 'html'].map((ending) => join(folder, `report.${ending}`));
      const run = await check(verdict, ['-o', 'json', ...forms.flatMap((file) => ['--report', file])]);
      assert.is(run.exit, verdict.exit, run.err);
      assert.is(run.err, '');
      const report: Report = JSON.parse(run.out);
      assert.equal(summaryOf(report, verdict), expectedOf(verdict));
      assert.equal(assessedIn(verdict), expectedOf(verdict));
      const outputs = [run.out, ...forms.map((file) => readFileSync(file, 'utf8'))];
      for (const output of outputs) assert.not.match(output, '@');
      const text = (outputs[1] ?? '').replace(/^warmgate \S+/, 'warmgate VERSION');
      if (goldens.includes(verdict.file)) golden(`check-${verdict.file}.txt`, text);
      assert.ok(report.operator.reasons.some(({ code }) => code === 'operatorNotInFile'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

interface Summary {
  exit: number;
  states: Record<number, string>;
  says: string[];
  sessions: Record<string, { outcome: string; list: string; says: string[]; at: number | string }>;
}

function expectedOf({ exit, states, says, sessions }: Verdict): Summary {
  const ids = Object.entries(states).flatMap(([range, state]) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => [first + at, state] as const);
  });
  return {
    exit,
    states: Object.fromEntries(ids),
    says: [...says],
    sessions: Object.fromEntries(
      Object.entries(sessions).map(([name, session]) => [name, { ...session, says: [...session.says] }]),
    ),
  };
}

function summaryOf({ exit, pools, sessions }: Report, { app, states }: Verdict): Summary {
  assert.equal(
    pools.map((pool) => pool.app),
    Object.keys(states).length === 0 ? [] : [app],
  );
  const instances = pools.flatMap((pool) => pool.instances);
  const said = [...pools, ...instances].flatMap(({ reasons }) => reasons);
  return {
    exit,
    states: Object.fromEntries(instances.map(({ id, state }) => [id, state])),
    says: codesOf(said),
    sessions: Object.fromEntries(
      sessions.map(({ name, outcome, allowList, instance, start, reasons }) => [
        name,
        { outcome, list: allowList, says: codesOf(reasons), at: start === 'lazy' ? 'lazy' : (instance ?? 0) },
      ]),
    ),
  };
}

/** The same from `assess` in this process; the exit code is the report's affair. */
function assessedIn({ file, app, exit }: Verdict): Summary {
  const { items } = JSON.parse(recordingText(file));
  const { assessment } = assess(fromObjects(items, 'theia'), undefined, {
    apps: file.startsWith('2') ? [app] : [],
    requireReady: true,
    requireSameDigest: false,
    requireOperatorCurrent: false,
    tellHarmBefore: false,
  });
  const { pools } = assessment;
  for (const { converged, instances } of pools) assert.is(converged, instances.every(isFine));
  const instances = pools.flatMap((pool) => pool.instances);
  return {
    exit,
    states: Object.fromEntries(instances.map(({ id, state }) => [id, state])),
    says: codesOf([...pools, ...instances].flatMap(({ reasons }) => reasons)),
    sessions: Object.fromEntries(
      assessment.sessions.map(({ name, outcome, allowList, instanceId, start, reasons }) => [
        name,
        {
          outcome,
          list: allowList,
          says: codesOf(reasons),
          at: start === 'lazy' ? 'lazy' : (instanceId ?? 0),
        },
      ]),
    ),
  };
}

function isFine({ state }: { state: keyof typeof instanceStates }): boolean {
  return state === 'current' || state === 'claimed';
}

function codesOf(reasons: readonly { code: string }[]): string[] {
  return [...new Set(reasons.map(({ code }) => code))].sort();
}

function check({ file, app }: Verdict, more: readonly string[]) {
  const recording = join(root, 'test/fixtures/recordings', `${file}.json`);
  const chosen = file.startsWith('2') ? ['--app', app] : [];
  const argv = [programFile, 'check', '-f', recording, ...chosen, ...more];
  return new Promise<{ exit: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      argv,
      { env: { PATH: '', ...compileCache }, timeout: 30_000 },
      (error, out, err) => {
        resolve({ exit: error === null ? 0 : Number(error.code ?? -1), out, err });
      },
    );
  });
}

test.run();
