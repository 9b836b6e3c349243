import { type HookName, type HookRow, hookRows } from './hook-rows.ts';
import type { Manifest } from './manifest.ts';
import { hookAnnotations, metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';
import { containerName, desiredPath, type PodUse, podMeta, podSpec } from './pod.ts';
import { accountName } from './rbac.ts';

/** The Job goes on this long after `--timeout`: a pull, a start, the last report. */
export const deadlineMarginSeconds = 30;

/** Key of the desired manifests in their ConfigMap. */
export const desiredKey = 'appdefinitions.yaml';

export function jobName(hook: HookName, { name }: Pick<HookOptions, 'name'>): string {
  return `${name}-${hook}`;
}

/**
 * One hook as a Job, or as a bare Pod. `desired` is the ConfigMap with the AppDefinitions that the release brings.
 * Deadlines are ordered: `--timeout`, then the Job's own, then the caller's (Helm: 5 minutes).
 */
export function hookJob(hook: HookName, options: HookOptions, desired?: string): Manifest {
  const row: HookRow = hookRows[hook];
  const timeout = options.timeoutSeconds[hook] ?? row.timeoutSeconds;
  const deadline = timeout + deadlineMarginSeconds;
  const use: PodUse = {
    component: hook,
    account: accountName(row.command, options),
    args: argsOf(hook, row, timeout, options, desired),
    restartPolicy: 'Never',
    ...(options.hookKind === 'Pod' ? { activeDeadlineSeconds: deadline } : {}),
    ...(desired === undefined ? {} : { desired }),
  };
  const annotations = hookAnnotations(row, options.mode, row.weight, 'run');
  const metadata = metaOf(jobName(hook, options), hook, options, annotations);
  if (options.hookKind === 'Pod') {
    const pod = podMeta(use, options);
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...metadata, labels: pod.labels, annotations: { ...annotations, ...pod.annotations } },
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
  desired: string | undefined,
): string[] {
  return [
    row.command,
    '--timeout',
    `${timeout}s`,
    ...row.flags,
    ...(desired === undefined ? [] : ['--manifests', `${desiredPath}/${desiredKey}`]),
    ...(options.flags[hook] ?? []),
  ];
}
