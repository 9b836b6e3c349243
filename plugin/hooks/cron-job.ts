import { deadlineMarginSeconds, podFailurePolicy } from './job.ts';
import type { Manifest } from './manifest.ts';
import { metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';
import { type PodUse, podMeta, podSpec } from './pod.ts';

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
