import { list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { workers } from '../model/rights.ts';
import type { Facts } from './facts.ts';

/** A Job, CronJob or bare Pod that runs warmgate. */
export interface HookWorkload {
  /** `Job/warmgate-verify`. */
  name: string;
  /** Its command line, from the command on. */
  argv: string[];
  env: Record<string, string>;
  deadlineSeconds: number | undefined;
  ttlSeconds: number | undefined;
  annotations: Readonly<Record<string, string>>;
}

/** Those that are in the namespace now. */
export function hookWorkloads({ jobs = [], cronJobs = [], snapshot }: Facts): HookWorkload[] {
  const bare = snapshot.objects.Pod.filter(
    ({ metadata }) => (metadata.ownerReferences ?? []).length === 0,
  ).flatMap((pod) => read(pod, 'Pod', { activeDeadlineSeconds: pod.spec?.activeDeadlineSeconds }, pod.spec));
  // A CronJob's Jobs say the same as it does.
  const own = jobs.filter(
    ({ metadata }) => !metadata.ownerReferences?.some(({ kind }) => kind === 'CronJob'),
  );
  return [
    ...own.flatMap((job) => read(job, 'Job', job.spec, job.spec?.template?.spec)),
    ...cronJobs.flatMap((cron) => {
      const spec = cron.spec?.jobTemplate?.spec;
      return read(cron, 'CronJob', spec, spec?.template?.spec);
    }),
    ...bare,
  ];
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function read({ metadata }: KubeObject, kind: string, job: any, pod: any): HookWorkload[] {
  for (const container of list(pod?.containers) as { [field: string]: unknown }[]) {
    const words = [...list(container?.command), ...list(container?.args)].map(text);
    const at = words.findIndex((word) => (workers as readonly string[]).includes(word));
    const ours = [text(container?.name), text(container?.image)].some((name) => name.includes('warmgate'));
    if (!ours || at < 0) continue;
    return [
      {
        name: `${kind}/${metadata.name}`,
        argv: words.slice(at),
        env: variables(list(container?.env)),
        deadlineSeconds: seconds(job?.activeDeadlineSeconds),
        ttlSeconds: seconds(job?.ttlSecondsAfterFinished),
        annotations: metadata.annotations ?? {},
      },
    ];
  }
  return [];
}

function variables(env: readonly unknown[]): Record<string, string> {
  const pairs = (env as { name?: unknown; value?: unknown }[])
    .filter((each) => text(each?.name) !== '' && text(each?.value) !== '')
    .map(({ name, value }) => [text(name), text(value)]);
  return Object.fromEntries(pairs);
}

function seconds(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
