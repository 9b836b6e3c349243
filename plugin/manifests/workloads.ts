import { type HookName, type HookOptions, type HookRow, hookRows, type Mode } from './hooks.ts';
import { hookAnnotations, labelsOf, type Manifest, metaOf } from './manifest.ts';
import { containerName, desiredFiles, type PodUse, podMeta, podSpec } from './pod.ts';
import { accountName } from './rbac.ts';

/** The Job goes on this long after `--timeout`: a pull, a start, the last report. */
export const deadlineMarginSeconds = 30;

export function jobName(hook: HookName, { name }: Pick<HookOptions, 'name'>): string {
  return `${name}-${hook}`;
}

/**
 * One hook as a Job, or as a bare Pod. `desired` are the ConfigMaps with the AppDefinitions that the release brings.
 * Deadlines are ordered: `--timeout`, then the Job's own, then the caller's (Helm: 5 minutes).
 */
export function hookJob(hook: HookName, options: HookOptions, desired: readonly string[] = []): Manifest {
  const row: HookRow = hookRows[hook];
  const timeout = options.timeoutSeconds[hook] ?? row.timeoutSeconds;
  const deadline = options.deadlineSeconds[hook] ?? timeout + deadlineMarginSeconds;
  const use: PodUse = {
    component: hook,
    account: accountName(row.command, options),
    args: argsOf(hook, row, timeout, options, desired),
    restartPolicy: 'Never',
    ...(options.hookKind === 'Pod' ? { activeDeadlineSeconds: deadline } : {}),
    ...(desired.length === 0 ? {} : { desired }),
  };
  const annotations = hookAnnotations(...momentOf(hook, options), 'run');
  const metadata = metaOf(jobName(hook, options), hook, options, annotations);
  if (options.hookKind === 'Pod') {
    const pod = podMeta(use, options);
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...metadata,
        labels: pod.labels,
        annotations: { ...metadata.annotations, ...pod.annotations },
      },
      spec: podSpec(use, options),
    };
  }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata,
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: deadline,
      podFailurePolicy,
      template: { metadata: podMeta(use, options), spec: podSpec(use, options) },
    },
  };
}

/** Event, tool and weight of a hook, or of what it stands on, that many steps before it. */
export function momentOf(
  hook: HookName,
  options: HookOptions,
  before = 0,
): [Pick<HookRow, Mode>, Mode, number] {
  const row: HookRow = hookRows[hook];
  const { mode, guardWave } = options;
  // In one wave Argo CD applies by kind: the namespace, then accounts and rights, then the Job.
  return hook === 'guard' && guardWave !== undefined
    ? [{ ...row, argo: 'Sync' }, mode, guardWave]
    : [row, mode, row.weight - before];
}

/**
 * A drained node is no verdict; any exit code of ours is, and stands in the Job's condition, which Argo CD shows
 * (https://kubernetes.io/docs/tasks/job/pod-failure-policy/).
 */
export const podFailurePolicy = {
  rules: [
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'FailJob', onExitCodes: { containerName, operator: 'NotIn', values: [0] } },
  ],
} as const;

function argsOf(
  hook: HookName,
  row: HookRow,
  timeout: number,
  options: HookOptions,
  desired: readonly string[],
): string[] {
  return [
    row.command,
    '--timeout',
    `${timeout}s`,
    ...row.flags,
    ...desiredFiles(desired.length).flatMap((file) => ['--manifests', file]),
    ...(options.flags[hook] ?? []),
  ];
}

export interface CronRow {
  readonly command: 'open' | 'check';
  readonly flags: readonly string[];
  readonly schedule: string;
  readonly timeoutSeconds: number;
}

/**
 * What runs by the clock: Kubernetes does nothing about an expired Lease, so gates that nobody came back to are opened
 * here; and hooks never see self-heal and selective sync, so somebody must look.
 */
export const cronRows = {
  expired: {
    command: 'open',
    flags: ['--expired'],
    schedule: '*/10 * * * *',
    timeoutSeconds: 60,
  },
  check: { command: 'check', flags: [], schedule: '7 * * * *', timeoutSeconds: 60 },
} as const satisfies Record<string, CronRow>;

export type CronName = keyof typeof cronRows;

/** An ordinary object of the release, no hook. A failed run is kept, and its Job's condition shows the exit code. */
export function cronJob(name: CronName, options: HookOptions, schedule?: string): Manifest {
  const row: CronRow = cronRows[name];
  const own = `${options.name}-${name}`;
  const use: PodUse = {
    component: name,
    // Not that of open's hook, which a sync deletes and makes anew.
    account: own,
    args: [row.command, '--timeout', `${row.timeoutSeconds}s`, ...row.flags],
    restartPolicy: 'Never',
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metaOf(own, name, options),
    spec: {
      schedule: schedule ?? row.schedule,
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: 120,
      successfulJobsHistoryLimit: 1,
      failedJobsHistoryLimit: 3,
      jobTemplate: {
        spec: {
          backoffLimit: 0,
          activeDeadlineSeconds: row.timeoutSeconds + deadlineMarginSeconds,
          podFailurePolicy,
          template: { metadata: podMeta(use, options), spec: podSpec(use, options) },
        },
      },
    },
  };
}

/**
 * `guard --follow` as a Deployment, for people who scale pools by hand: claims are completed as sessions come. Its account
 * has guard's rights, but is not guard's: that one is a hook, made anew before each release, and the token would be void.
 */
export function followDeployment(options: HookOptions): Manifest {
  const component = 'follow';
  const use: PodUse = {
    component,
    account: `${options.name}-${component}`,
    args: ['guard', '--follow'],
    restartPolicy: 'Always',
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metaOf(`${options.name}-${component}`, component, options),
    spec: {
      replicas: 1,
      // Two of them would only write the same: the old one goes first.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labelsOf(component, { ...options, labels: {} }) },
      template: { metadata: podMeta(use, options), spec: podSpec(use, options) },
    },
  };
}
