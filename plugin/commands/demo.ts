import type { Options } from '../config/options.ts';
import { parse } from '../config/parse.ts';
import {
  appDefinition,
  fingerprint,
  type LabWithOperator,
  session,
  startLabWithOperator,
} from '../lab/lab-with-operator.ts';
import type { Exit } from '../model/exits.ts';
import { painter } from '../text/paint.ts';
import { appName } from '../theia/app-definition.ts';
import { mainContainer } from '../theia/deployment.ts';
import { claimTarget } from '../theia/reconcile/claim.ts';
import { claimedId, phaseOf } from '../theia/session.ts';
import type { Io } from './io.ts';

const app = 'java-25-latest';
const oldImage = 'ghcr.io/example/thm-java-25:pr-170';
const newImage = 'ghcr.io/example/thm-java-25:1.3.0';
/** Lab seconds a second: fast enough to wait for, slow enough to read. */
const scale = 6;

/** The incident in the embedded cluster, found and healed before one's eyes. */
export async function demo(options: Options, io: Io): Promise<Exit> {
  const paint = painter(io.terminal.out && options.color);
  const say = (text: string) => io.out(`${paint('head', '▸')} ${text}\n`);
  const stage = await startLabWithOperator(scale);
  io.stop.addEventListener('abort', () => void stage.end());
  try {
    await incident(stage, say);
    const before = proof(stage);
    say('warmgate verify, as the release would run it:');
    io.out('\n');
    const exit = await run(
      ['verify', '--timeout', '3m', ...(options.color ? [] : ['--no-color'])],
      stage,
      io,
    );
    io.out('\n');
    const untouched = proof(stage) === before;
    say(
      `both sessions: every UID and allow-list compared from outside: ${untouched ? paint('good', 'untouched') : paint('bad', 'CHANGED')}`,
    );
    await stage.create('Session', session('ws-three', app, 'carol@example.test'));
    await stage.until('the third session', () => isLive(stage, 'ws-three'));
    const id = claimedId(stage.get('Session', 'ws-three') as never) ?? 0;
    say(`a new session gets instance ${id}: ${imageOf(stage, id)}`);
    return untouched ? exit : 6;
  } finally {
    await stage.end();
  }
}

/** What docs/theia-cloud.md#incident tells: a change that lands while the operator is down is never seen. */
async function incident(stage: LabWithOperator, say: (text: string) => void): Promise<void> {
  say(`a cluster inside this process, its clock ${scale} times as fast; Theia Cloud's operator starts`);
  stage.create('AppDefinition', appDefinition(app, oldImage, 10));
  await stage.startOperator();
  await stage.until('ten ready instances', () => readyInstances(stage) === 10);
  say(`pool of 10 warm instances of ${app}, all ${oldImage}`);
  stage.create('Session', session('ws-one', app, 'alice@example.test'));
  await stage.until('the first session', () => isLive(stage, 'ws-one'));
  stage.create('Session', session('ws-two', app, 'bob@example.test'));
  await stage.until('the second session', () => isLive(stage, 'ws-two'));
  say('two students start sessions: ws-one has instance 1, ws-two has instance 2');
  await stage.stopOperator();
  stage.patch('AppDefinition', app, { spec: { image: newImage } });
  say(`the release: the operator restarts, and meanwhile the AppDefinition moves to ${newImage}`);
  await stage.startOperator();
  const services = stage.objects('Service');
  const target = claimTarget(stage.get('AppDefinition', app) as never, services);
  const id = target?.id ?? 0;
  say(
    `the operator is back and content. AppDefinition: 1.3.0. A new session would get instance ${id}: ${imageOf(stage, id)}`,
  );
}

async function run(argv: string[], stage: LabWithOperator, io: Io): Promise<Exit> {
  const env = { ...stage.lab.environment('warmgate'), PATH: '' };
  const parsed = parse(argv, env);
  if (!('command' in parsed)) return 70;
  const { verify } = await import('./verify.ts');
  return verify(parsed.options, { ...io, env, err: io.out });
}

function readyInstances(stage: LabWithOperator): number {
  return stage
    .objects('Deployment')
    .filter((each) => each.metadata.name.startsWith('instance-') && each.status?.readyReplicas === 1).length;
}

function isLive(stage: LabWithOperator, name: string): boolean {
  const found = stage.get('Session', name);
  return found !== undefined && phaseOf(found) === 'live';
}

function imageOf(stage: LabWithOperator, id: number): string {
  const deployment = stage
    .objects('Deployment')
    .find((each) => each.metadata.name.startsWith(`instance-${id}-`));
  const definition = stage.get('AppDefinition', app);
  if (deployment === undefined || definition === undefined) return 'nothing';
  return mainContainer(deployment, appName(definition))?.image ?? 'nothing';
}

function proof(stage: LabWithOperator): string {
  const objects = stage.objects('Deployment', 'Service', 'ConfigMap');
  return ['ws-one', 'ws-two']
    .map((name) => {
      const found = stage.get('Session', name);
      return found === undefined ? `${name} is gone` : fingerprint(objects, found, claimedId(found) ?? 0);
    })
    .join('\n');
}
