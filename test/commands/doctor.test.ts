import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Diagnosis } from '../../plugin/doctor/diagnosis.ts';
import {
  appDefinition,
  type LabWithOperator,
  session,
  startLabWithOperator,
} from '../../plugin/lab/lab-with-operator.ts';
import { usualHooks } from '../../plugin/manifests/hooks.ts';
import { rulesOf } from '../../plugin/manifests/rbac.ts';
import { cronJob } from '../../plugin/manifests/workloads.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { program } from './program.ts';

const account = 'system:serviceaccount:theia:warmgate-verify';

const test = suite<{ stage: LabWithOperator }>('doctor, as a process against the lab');

test.before(async (context) => {
  const stage = await startLabWithOperator(15);
  context.stage = stage;
  stage.create('AppDefinition', appDefinition('java', `a@sha256:${'0'.repeat(64)}`, 2));
  await stage.startOperator();
  stage.create('Session', session('ws', 'java', 'alice@example.test'));
  await stage.until('two instances', () => stage.objects('Deployment').length === 3);
});

test.after(async ({ stage }) => {
  await stage.end();
});

test.after.each(({ stage }) => {
  stage.lab.faults.clear();
  stage.lab.access.reset(account);
});

function run({ lab }: LabWithOperator, ...args: string[]) {
  return program(['doctor', ...args], { env: lab.environment(account) });
}

async function diagnosis(stage: LabWithOperator): Promise<Diagnosis> {
  const { out, err } = await run(stage, '--output', 'json');
  assert.ok(out.startsWith('{'), err);
  return JSON.parse(out);
}

const codes = ({ findings }: Diagnosis): string[] => findings.map(({ code }) => code);

test('a namespace where all is well: exit 0, nothing written, no address told', async ({ stage }) => {
  const { writes } = stage.lab.audit;
  const before = writes.filter(({ user }) => user === account).length;
  const { exit, out } = await run(stage);
  assert.is(exit, 0, out);
  assert.match(out, /verify may do all that it needs/);
  assert.match(out, /the operator is rolled out and leads\n/);
  assert.match(out, /its image is ghcr\.io\/example\/theia-cloud-operator:1/);
  assert.match(out, /1 pool with 2 instances, 1 Session/);
  assert.match(out, /nothing fails a hook.* \(exit 0\)\n$/);
  assert.not.match(out, /alice|@example/);
  assert.is(writes.filter(({ user }) => user === account).length, before);
});

test('as JSON, and in the files asked for', async ({ stage }) => {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-doctor-'));
  try {
    const json = join(folder, 'd.json');
    const text = join(folder, 'd.txt');
    const { exit, out } = await run(stage, '-o', 'json', '--report', json, '--report', text);
    assert.is(exit, 0);
    const said: Diagnosis = JSON.parse(out);
    assert.is(said.kind, 'Diagnosis');
    assert.is(said.account, account);
    assert.equal(
      said.findings.filter(({ severity }) => severity === 'problem'),
      [],
    );
    assert.is(readFileSync(json, 'utf8').length, out.length);
    assert.match(readFileSync(text, 'utf8'), /^warmgate .* doctor, namespace theia/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the rights of the account are those that count', async ({ stage }) => {
  stage.lab.access.restrict(account, rulesOf('guard'));
  const said = await diagnosis(stage);
  assert.is(said.exit, 1);
  assert.ok(codes(said).includes('mayNotRenew'));
  const all = said.findings.filter(({ code }) => code === 'mayAll').map(({ args }) => args.command);
  assert.equal(all, ['guard', 'open', 'check']);
  assert.ok(codes(said).includes('hooksNotSeen'));
});

test('the account of each command may do all that its command needs', async ({ stage }) => {
  for (const worker of ['verify', 'guard', 'open', 'check'] as const) {
    stage.lab.access.restrict(account, rulesOf(worker));
    const said = await diagnosis(stage);
    const all = said.findings.filter(({ code }) => code === 'mayAll').map(({ args }) => args.command);
    assert.ok(all.includes(worker), `${worker}: ${all.join(', ')}`);
  }
});

test('an account that may list nothing gets a diagnosis, not an error', async ({ stage }) => {
  stage.lab.access.restrict(account, []);
  const said = await diagnosis(stage);
  assert.is(said.exit, 1);
  assert.is(codes(said).filter((code) => code === 'mayNotLook').length, 4);
  for (const code of ['counted', 'versionFails', 'listFails'])
    assert.not.ok(codes(said).includes(code), code);
});

test('a list that answers 5xx is named within seconds, and the rest is judged', async ({ stage }) => {
  stage.lab.faults.add({ kind: 'AppDefinition', user: account, fault: { type: 'status', code: 500 } });
  stage.lab.faults.add({ kind: 'Pod', verb: 'list', user: account, fault: { type: 'status', code: 503 } });
  const lists = () => stage.lab.audit.reads({ user: account, kind: 'AppDefinition', verb: 'list' });
  const before = lists();
  const { exit, out } = await run(stage, '--timeout', '60s');
  assert.is(exit, 1, out);
  assert.ok(lists() - before <= 6, `${lists() - before} lists`);
  assert.match(out, /problem +AppDefinition v1beta11, which warmgate reads, answers 500 InternalError/);
  assert.match(out, /problem +the list of Pod answers 503 ServiceUnavailable/);
  assert.match(out, /ok +Session is served as v1beta8/);
  assert.not.match(out, /the list of AppDefinition|no AppDefinition has sidecars/);
});

test('a missing oauth2-proxy-config and a CronJob out of order make it 1', async ({ stage }) => {
  const config = stage.get('ConfigMap', 'oauth2-proxy-config') as KubeObject;
  const usual = usualHooks({ mode: 'helm', namespace: 'theia', image: 'warmgate:1' });
  const cron = structuredClone(cronJob('check', usual)) as unknown as KubeObject;
  cron.spec.jobTemplate.spec.activeDeadlineSeconds = 30;
  const caller = { user: 'somebody', manager: 'kubectl' };
  stage.lab.api.create(caller, 'CronJob', 'theia', cron);
  stage.lab.api.remove(caller, { kind: 'ConfigMap', namespace: 'theia', name: 'oauth2-proxy-config' });
  try {
    const said = await diagnosis(stage);
    assert.is(said.exit, 1);
    assert.equal(
      said.findings.filter(({ severity }) => severity === 'problem').map(({ code }) => code),
      ['proxyConfigMissing', 'deadlineOrder'],
    );
  } finally {
    stage.lab.put(config);
    stage.lab.api.remove(caller, { kind: 'CronJob', namespace: 'theia', name: 'warmgate-check' });
  }
});

test('wrong usage is 2, before anything is asked', async ({ stage }) => {
  const { exit, err } = await run(stage, '-o', 'junit');
  assert.is(exit, 2);
  assert.match(err, /--output junit: text or json here/);
  const file = await run(stage, '--report', 'x.html');
  assert.is(file.exit, 2);
  const namespace = await run(stage, '-n', 'nowhere');
  assert.is(namespace.exit, 2);
  assert.match(namespace.err, /namespace nowhere does not exist/);
});

test('an API that does not answer is 3', async ({ stage }) => {
  stage.lab.faults.add({ user: account, fault: { type: 'reset' } });
  const { exit, out, err } = await run(stage, '--timeout', '3s');
  assert.is(exit, 3);
  assert.is(out, '');
  assert.match(err, /cannot reach/);
});

test.run();
