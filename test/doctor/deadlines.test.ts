import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { usualHooks } from '../../plugin/manifests/hooks.ts';
import { cronJob, followDeployment, hookJob } from '../../plugin/manifests/workloads.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { pool } from '../assess/given.ts';
import { codesOf, factsOf, find } from './facts-of.ts';

const helm = usualHooks({ mode: 'helm', namespace: 'theia', image: 'ghcr.io/example/warmgate:1' });
const objects = pool([]);

interface Changes {
  args?: string[];
  env?: object[];
  job?: object;
  annotations?: Record<string, string>;
  image?: string;
  name?: string;
}

/** The Job of verify as the chart makes it, but for `changes`. */
function job({ args, env, job: more = {}, annotations, image, name = 'warmgate' }: Changes = {}): KubeObject {
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
  const made: any = structuredClone(hookJob('verify', helm));
  const [container] = made.spec.template.spec.containers;
  Object.assign(container, args && { args }, env && { env }, image && { image }, { name });
  Object.assign(made.spec, more);
  if (annotations !== undefined) made.metadata.annotations = annotations;
  return made;
}

const about = [
  'deadlinesOrdered',
  'noHooks',
  'hooksNotSeen',
  'flagsRefused',
  'deadlineOrder',
  'deadlineTight',
  'deadlineMissing',
  'helmTimeout',
  'ttlSet',
  'rollbackMayFail',
];

function judged(...jobs: KubeObject[]): ReturnType<typeof find> {
  return find(factsOf(objects, { jobs }), ...about);
}

const hook = 'Job/warmgate-verify';

test('the Job that the chart makes is in order', () => {
  assert.equal(judged(job()), [{ code: 'deadlinesOrdered', args: { hook, timeout: 240, deadline: 270 } }]);
});

test('a Job that is killed before its command gives up is a problem, whoever says the time', () => {
  const found = [{ code: 'deadlineOrder', args: { hook, timeout: 300, deadline: 270 } }];
  assert.equal(judged(job({ args: ['verify', '--timeout', '5m'] })), found);
  assert.equal(judged(job({ args: ['verify'], env: [{ name: 'WARMGATE_TIMEOUT', value: '5m' }] })), found);
  assert.equal(judged(job({ job: { activeDeadlineSeconds: 240 } })), [
    { code: 'deadlineOrder', args: { hook, timeout: 240, deadline: 240 } },
  ]);
});

test('little time between the two is a warning, none at all is another', () => {
  assert.equal(judged(job({ job: { activeDeadlineSeconds: 250 } })), [
    { code: 'deadlineTight', args: { hook, left: 10 } },
  ]);
  assert.equal(judged(job({ job: { activeDeadlineSeconds: undefined } })), [
    { code: 'deadlineMissing', args: { hook } },
  ]);
});

test('a Helm hook that may outlast Helm is told; one of Argo CD is not', () => {
  const long = { args: ['verify', '--timeout=6m'], job: { activeDeadlineSeconds: 400 } };
  assert.equal(
    judged(job(long)).map(({ code }) => code),
    ['deadlinesOrdered', 'helmTimeout'],
  );
  const argo = { 'argocd.argoproj.io/hook': 'PostSync' };
  assert.equal(
    judged(job({ ...long, annotations: argo })).map(({ code }) => code),
    ['deadlinesOrdered'],
  );
});

test('a TTL on a hook is told, on a Job that is none it is not', () => {
  const ttl = { job: { ttlSecondsAfterFinished: 60 } };
  assert.ok(judged(job(ttl)).some(({ code }) => code === 'ttlSet'));
  assert.not.ok(judged(job({ ...ttl, annotations: {} })).some(({ code }) => code === 'ttlSet'));
});

test('a hook after a rollback must not be able to fail', () => {
  const annotations = { 'helm.sh/hook': 'post-rollback' };
  assert.ok(judged(job({ annotations })).some(({ code }) => code === 'rollbackMayFail'));
  const lenient = { annotations, args: ['verify', '--timeout', '240s', '--always-exit-0'] };
  assert.equal(
    judged(job(lenient)).map(({ code }) => code),
    ['deadlinesOrdered'],
  );
});

test('arguments that the hook would refuse are refused here, by its own reading', () => {
  const [found] = judged(job({ args: ['verify', '--timeot', '4m'] }));
  assert.is(found?.code, 'flagsRefused');
  assert.match(String(found?.args.why), /unknown flag --timeot; did you mean --timeout/);
});

test('a shell or a program before the command does not hide it, another program is none of ours', () => {
  const wrapped = job({ args: ['node', '/app/warmgate.js', 'verify', '--timeout', '5m'] });
  assert.equal(
    judged(wrapped).map(({ code }) => code),
    ['deadlineOrder'],
  );
  const other = job({ name: 'tool', image: 'ghcr.io/example/tool:1' });
  assert.equal(judged(other), [{ code: 'noHooks', args: {} }]);
});

test('a CronJob and a bare Pod are read as well; the Jobs of a CronJob say nothing new', () => {
  const cron = cronJob('expired', helm) as unknown as KubeObject;
  const child = job();
  child.metadata.ownerReferences = [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'x', uid: 'x' }];
  const found = find(factsOf(objects, { jobs: [child], cronJobs: [cron] }), ...about);
  assert.equal(found, [
    { code: 'deadlinesOrdered', args: { hook: 'CronJob/warmgate-expired', timeout: 60, deadline: 90 } },
  ]);
  const pod = hookJob('verify', { ...helm, hookKind: 'Pod' }) as unknown as KubeObject;
  const withPod = find(factsOf([...objects, { ...pod, metadata: { ...pod.metadata, uid: 'p' } }]), ...about);
  assert.equal(withPod, [
    { code: 'deadlinesOrdered', args: { hook: 'Pod/warmgate-verify', timeout: 240, deadline: 270 } },
  ]);
});

test('one that follows has no deadline and needs none', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
  const { template } = followDeployment(helm).spec as any;
  const [container] = template.spec.containers;
  const it = job({ args: container.args, job: { activeDeadlineSeconds: undefined }, annotations: {} });
  assert.equal(judged(it), []);
});

test('Jobs that may not be listed are said to be unseen, and nothing is concluded from that', () => {
  const codes = codesOf(factsOf(objects, { jobs: undefined, cronJobs: undefined }));
  assert.ok(codes.includes('hooksNotSeen'));
  assert.not.ok(codes.includes('noHooks'));
  const [found] = find(factsOf(objects, { jobs: undefined }), 'hooksNotSeen');
  assert.equal(found?.args, { kinds: 'Jobs' });
});

test.run();
