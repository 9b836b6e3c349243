// limit: 240 s
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  appDefinition,
  type LabWithOperator,
  startLabWithOperator,
} from '../../plugin/lab/lab-with-operator.ts';
import { endsWithUs } from '../harness/children.ts';
import { compileCache, programFile } from '../harness/program-file.ts';

const recording = 'test/fixtures/recordings/04-scaledown.json';
const test = suite<{ stage: LabWithOperator; folder: string; release: number }>(
  'standard streams and signals',
);

interface Ending {
  exit: number | string;
  out: string;
  err: string;
}

interface Started {
  done: Promise<Ending>;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has said something on stderr. */
  talking: Promise<void>;
}

type Stream = 'read' | 'closed' | number;

/** The program with streams whose reader has left, or that are files. */
function started(argv: readonly string[], env: object, out: Stream = 'read', err: Stream = 'read'): Started {
  const of = (stream: Stream) => (typeof stream === 'number' ? stream : 'pipe');
  const child = spawn(process.execPath, [programFile, ...argv], {
    env: { PATH: '', HOME: '/nowhere', ...compileCache, ...env },
    stdio: ['ignore', of(out), of(err)],
    timeout: 100_000,
  });
  endsWithUs(child);
  const said = { out: '', err: '' };
  const talking = Promise.withResolvers<void>();
  for (const [name, stream, how] of [
    ['out', child.stdout, out],
    ['err', child.stderr, err],
  ] as const) {
    if (how === 'closed') stream?.destroy();
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      if (name === 'err') talking.resolve();
    });
  }
  const done = new Promise<Ending>((resolve) => {
    child.once('close', (code, signal) => resolve({ exit: code ?? signal ?? 'nothing', ...said }));
  });
  return { done, talking: talking.promise, signal: (name) => void child.kill(name) };
}

function calm({ err }: Ending): void {
  assert.not.match(err, /\bat .*\.[jt]s:|Error:|has a bug/);
}

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-test-'));
  context.release = 0;
  context.stage = await startLabWithOperator(6);
  context.stage.create('AppDefinition', appDefinition('java', 'registry.example.test/java:1.0.0', 2));
  await context.stage.startOperator();
  await context.stage.until('a whole pool', () => ready(context.stage) === 2);
});
test.after(async ({ stage, folder }) => {
  await stage.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A change that the operator did not see: verify must close the gate, renew, and open it. */
async function missed(context: { stage: LabWithOperator; release: number }): Promise<string> {
  const { stage } = context;
  context.release += 1;
  const image = `registry.example.test/java:2.0.${context.release}`;
  await stage.stopOperator();
  stage.patch('AppDefinition', 'java', { spec: { image } });
  await stage.startOperator();
  assert.not.ok(renewed(stage, image), 'the change was seen');
  return image;
}

function parts(stage: LabWithOperator, kind: string) {
  return stage.objects(kind).filter(({ metadata }) => metadata.name.startsWith('instance-'));
}

function ready(stage: LabWithOperator): number {
  return parts(stage, 'Deployment').filter(({ status }) => status?.readyReplicas === 1).length;
}

function renewed(stage: LabWithOperator, image: string): boolean {
  const all = parts(stage, 'Deployment');
  return all.length === 2 && all.every((each) => JSON.stringify(each.spec).includes(`"${image}"`));
}

function gates(stage: LabWithOperator): string[] {
  return parts(stage, 'Service')
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === 'Lease'))
    .map(({ metadata }) => metadata.name);
}

test('check whose reader has left says so in one line, with the verdict of the pool', async () => {
  const judged = await started(['check', '-f', recording], {}).done;
  const ended = await started(['check', '-f', recording], {}, 'closed').done;
  calm(ended);
  assert.is(ended.exit, judged.exit);
  assert.is(ended.err, 'warmgate: standard output was not written: EPIPE\n');
});

test('check whose reader takes one line is quiet, with the verdict of the pool', async () => {
  const script = `node "$0" check -f "$1" | head -1; exit \${PIPESTATUS[0]}`;
  const child = spawn('bash', ['-c', script.replace('node', process.execPath), programFile, recording], {
    env: { PATH: process.env.PATH, HOME: '/nowhere', ...compileCache },
    timeout: 100_000,
  });
  endsWithUs(child);
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  const exit = await new Promise((resolve) => child.once('close', resolve));
  const judged = await started(['check', '-f', recording], {}).done;
  assert.equal([exit, err], [judged.exit, '']);
});

test('check with nobody to hear its errors still has the verdict', async () => {
  const judged = await started(['check', '-f', recording], {}).done;
  const ended = await started(['check', '-f', recording], {}, 'read', 'closed').done;
  assert.equal([ended.exit, ended.out], [judged.exit, judged.out]);
  assert.is((await started(['check', '-f', 'nowhere.json'], {}, 'closed', 'closed').done).exit, 2);
});

test('a full disk below stdout, a report and the termination log is told in one line each, and the verdict stays', async ({
  folder,
}) => {
  const judged = await started(['check', '-f', recording], {}).done;
  const report = join(folder, 'report.json');
  symlinkSync('/dev/full', report);
  const full = openSync('/dev/full', 'w');
  const argv = ['check', '-f', recording, '--report', report, '--termination-log', '/nowhere/log'];
  const ended = await started(argv, {}, full).done;
  closeSync(full);
  calm(ended);
  assert.is(ended.exit, judged.exit);
  assert.equal(ended.err.trimEnd().split('\n').sort(), [
    'warmgate: cannot write /nowhere/log: ENOENT',
    `warmgate: cannot write ${report}: ENOSPC`,
    'warmgate: standard output was not written: ENOSPC',
  ]);
});

test('inject that cannot hand on the manifests fails: nothing else would tell', async ({ folder }) => {
  const child = spawn(process.execPath, [programFile, 'inject', '--namespace', 'edu'], {
    env: { PATH: '', HOME: folder, ...compileCache },
    timeout: 100_000,
  });
  endsWithUs(child);
  child.stdout.destroy();
  child.stdin.end(JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }));
  let err = '';
  child.stderr.on('data', (text) => {
    err += text;
  });
  assert.is(await new Promise((resolve) => child.once('close', resolve)), 2);
  assert.match(err, /^warmgate: standard output was not written: EPIPE$/m);
});

test('verify whose readers have left goes on to its end and leaves no gate', async (context) => {
  const image = await missed(context);
  const env = context.stage.lab.environment('warmgate');
  const ended = await started(['verify', '--timeout', '3m'], env, 'closed', 'closed').done;
  assert.is(ended.exit, 0);
  assert.ok(renewed(context.stage, image));
  assert.equal(gates(context.stage), []);
});

test('verify that is hung up on goes on to its end, says so, and leaves no gate', async (context) => {
  const image = await missed(context);
  const env = context.stage.lab.environment('warmgate');
  const running = started(['verify', '--timeout', '3m'], env);
  await running.talking;
  running.signal('SIGHUP');
  running.signal('SIGPIPE');
  const ended = await running.done;
  calm(ended);
  assert.is(ended.exit, 0, ended.err);
  assert.match(ended.err, /^warmgate: SIGHUP: going on to the end$/m);
  assert.ok(renewed(context.stage, image));
  assert.equal(gates(context.stage), []);
});

test('what has no end ends when it is hung up on', async ({ stage }) => {
  const running = started(['guard', '--follow'], stage.lab.environment('warmgate'));
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  running.signal('SIGHUP');
  const ended = await running.done;
  calm(ended);
  assert.ok(typeof ended.exit === 'number', `${ended.exit}`);
});

test.run();
