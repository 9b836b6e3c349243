import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type HookName,
  type HookOptions,
  hookRows,
  hooksOf,
  modes,
  usualHooks,
} from '../../plugin/manifests/hooks.ts';
import { cronJob, cronRows, followDeployment, hookJob } from '../../plugin/manifests/workloads.ts';

const image = 'ghcr.io/example/warmgate:1.2.3';
const usual = (mode: 'argo' | 'helm'): HookOptions => usualHooks({ mode, namespace: 'theia', image });

// biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
const job = (hook: HookName, options: HookOptions, ...desired: string[]): any =>
  hookJob(hook, options, desired);

const every = modes.flatMap((mode) =>
  hooksOf(mode).map((hook) => ({ mode, hook, it: job(hook, usual(mode)) })),
);

test('Argo CD has a hook after a failed sync, Helm one after a rollback', () => {
  assert.equal(hooksOf('argo'), ['guard', 'verify', 'open']);
  assert.equal(hooksOf('helm'), ['guard', 'verify', 'rollback']);
});

test('a hook carries the annotations of one tool only, with a policy that keeps failed Jobs', () => {
  assert.equal(job('verify', usual('argo')).metadata.annotations, {
    'argocd.argoproj.io/hook': 'PostSync',
    'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation,HookSucceeded',
    'argocd.argoproj.io/sync-wave': '-10',
  });
  assert.equal(job('guard', usual('helm')).metadata.annotations, {
    'helm.sh/hook': 'pre-upgrade',
    'helm.sh/hook-weight': '90',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
    'helm.sh/hook-output-log-policy': 'hook-failed',
  });
});

test('no hook is retried, outlives its record, or is kept by a finalizer', () => {
  for (const { it, hook } of every) {
    assert.is(it.spec.backoffLimit, 0, hook);
    assert.is(it.spec.template.spec.restartPolicy, 'Never', hook);
    assert.not.ok('ttlSecondsAfterFinished' in it.spec, hook);
    assert.not.ok('finalizers' in it.metadata, hook);
    assert.not.ok('generateName' in it.metadata, hook);
    assert.not.ok('initContainers' in it.spec.template.spec, hook);
    assert.is(it.spec.template.spec.containers.length, 1, hook);
  }
});

test('the Job goes on 30 s after its command gives up', () => {
  for (const { it, hook } of every) {
    const args: string[] = it.spec.template.spec.containers[0].args;
    const timeout = Number.parseInt(args[args.indexOf('--timeout') + 1] ?? '', 10);
    assert.is(it.spec.activeDeadlineSeconds, timeout + 30, hook);
  }
  const verify = job('verify', usual('helm'));
  assert.is(verify.spec.activeDeadlineSeconds, 270);
  const longer = job('verify', { ...usual('helm'), timeoutSeconds: { verify: 600 } });
  assert.is(longer.spec.activeDeadlineSeconds, 630);
  assert.equal(longer.spec.template.spec.containers[0].args, ['verify', '--timeout', '600s']);
});

test('a drained node does not count, any exit code of ours does', () => {
  assert.equal(job('verify', usual('argo')).spec.podFailurePolicy.rules, [
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'FailJob', onExitCodes: { containerName: 'warmgate', operator: 'NotIn', values: [0] } },
  ]);
});

test('after a rollback nothing fails the release', () => {
  assert.ok(job('rollback', usual('helm')).spec.template.spec.containers[0].args.includes('--always-exit-0'));
  for (const { it, hook } of every.filter((each) => each.hook !== 'rollback')) {
    assert.not.ok(it.spec.template.spec.containers[0].args.includes('--always-exit-0'), hook);
  }
});

test('every pod keeps the restricted standard and stays out of the mesh', () => {
  const cron = (Object.keys(cronRows) as (keyof typeof cronRows)[]).map(
    // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
    (name) => (cronJob(name, usual('helm')) as any).spec.jobTemplate.spec.template,
  );
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
  const follow = (followDeployment(usual('helm')) as any).spec.template;
  for (const template of [...every.map(({ it }) => it.spec.template), ...cron, follow]) {
    const { spec, metadata } = template;
    assert.equal(spec.securityContext, {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    assert.equal(spec.containers[0].securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    assert.is(spec.containers[0].terminationMessagePolicy, 'FallbackToLogsOnError');
    assert.is(spec.containers[0].image, image);
    assert.ok(spec.containers[0].resources.limits.memory);
    assert.is(metadata.annotations['sidecar.istio.io/inject'], 'false');
    assert.is(metadata.annotations['linkerd.io/inject'], 'disabled');
    assert.is(spec.automountServiceAccountToken, true);
  }
});

test('a bare Pod instead of a Job has the deadline itself and the same container', () => {
  const pod = job('verify', { ...usual('argo'), hookKind: 'Pod' });
  assert.is(pod.kind, 'Pod');
  assert.is(pod.spec.activeDeadlineSeconds, 270);
  assert.is(pod.metadata.annotations['argocd.argoproj.io/hook'], 'PostSync');
  assert.is(pod.metadata.annotations['linkerd.io/inject'], 'disabled');
  assert.equal(pod.spec.containers, job('verify', usual('argo')).spec.template.spec.containers);
  assert.not.ok('backoffLimit' in pod.spec);
});

test('desired manifests are mounted, and told to guard', () => {
  const { spec } = job('guard', usual('argo'), 'wanted').spec.template;
  assert.equal(spec.volumes, [{ name: 'desired', configMap: { name: 'wanted' } }]);
  assert.equal(spec.containers[0].volumeMounts, [{ name: 'desired', mountPath: '/desired', readOnly: true }]);
  assert.equal(spec.containers[0].args.slice(3), ['--manifests', '/desired/appdefinitions.yaml']);
});

test('variables, pull secrets, flags and labels of the options arrive', () => {
  const it = job('verify', {
    ...usual('argo'),
    env: { ARGOCD_APP_NAME: 'pools' },
    imagePullSecrets: ['mirror'],
    flags: { verify: ['--batch', '25%'] },
    labels: { team: 'ide' },
  });
  const { spec, metadata } = it.spec.template;
  assert.equal(spec.containers[0].env, [{ name: 'ARGOCD_APP_NAME', value: 'pools' }]);
  assert.equal(spec.imagePullSecrets, [{ name: 'mirror' }]);
  assert.equal(spec.containers[0].args, ['verify', '--timeout', '240s', '--batch', '25%']);
  assert.is(metadata.labels.team, 'ide');
  assert.is(it.metadata.labels.team, 'ide');
});

test('a CronJob never runs twice at once and is no hook', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
  const it: any = cronJob('expired', usual('helm'));
  assert.is(it.spec.concurrencyPolicy, 'Forbid');
  assert.not.ok('annotations' in it.metadata);
  const { spec } = it.spec.jobTemplate;
  assert.equal(spec.template.spec.containers[0].args, ['open', '--timeout', '60s', '--expired']);
  // Not that of open's hook: a sync deletes and makes that anew, and a token of the old one is worth nothing.
  assert.is(spec.template.spec.serviceAccountName, 'warmgate-expired');
  assert.is(spec.activeDeadlineSeconds, 90);
});

test('following is one pod at a time, found by labels that no option changes', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a manifest is foreign JSON to its reader
  const { spec }: any = followDeployment({ ...usual('helm'), labels: { team: 'ide' } });
  assert.is(spec.replicas, 1);
  assert.is(spec.strategy.type, 'Recreate');
  for (const [label, value] of Object.entries(spec.selector.matchLabels)) {
    assert.is(spec.template.metadata.labels[label], value);
  }
  assert.not.ok('team' in spec.selector.matchLabels);
});

test('weights put guard last before a release and verify first after it', () => {
  assert.ok(hookRows.guard.weight > 0);
  assert.ok(hookRows.verify.weight < 0);
});

test.run();
