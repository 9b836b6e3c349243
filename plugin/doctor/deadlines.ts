import { parse } from '../config/parse.ts';
import { list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { workers } from '../model/rights.ts';
import { RunError } from '../model/run-error.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';

export const hookRows = {
  deadlinesOrdered: {
    severity: 'ok',
    says: '{hook}: gives up after {timeout} s, before its deadline at {deadline} s',
  },
  noHooks: {
    severity: 'note',
    says: 'no Job, CronJob or Pod of warmgate exists now (those that succeeded are deleted): no deadlines to compare',
    todo: 'look again while a release runs, or read the values of the chart',
  },
  hooksNotSeen: {
    severity: 'note',
    says: 'this account may not list {kinds}: no deadlines of the hooks compared',
    todo: 'grant list on jobs and cronjobs to whoever runs doctor',
  },
  flagsRefused: {
    severity: 'problem',
    says: '{hook}: {why}',
    todo: 'correct its arguments: the hook exits with 2',
  },
  deadlineOrder: {
    severity: 'problem',
    says: '{hook}: is killed after {deadline} s, before it gives up after {timeout} s: no verdict, no report',
    todo: 'set activeDeadlineSeconds 30 s or more above --timeout, and below the timeout of Helm',
  },
  deadlineTight: {
    severity: 'warning',
    says: '{hook}: has only {left} s between giving up and its deadline, for the pull, the start and the report',
    todo: 'leave 30 s between --timeout and activeDeadlineSeconds',
  },
  deadlineMissing: {
    severity: 'warning',
    says: '{hook}: has no deadline: if its image cannot be pulled, it never ends',
    todo: 'set activeDeadlineSeconds, 30 s above --timeout',
  },
  helmTimeout: {
    severity: 'warning',
    says: '{hook}: may take {deadline} s, and Helm gives up after 300 s unless told otherwise',
    todo: 'run helm with --timeout above it',
  },
  ttlSet: {
    severity: 'warning',
    says: '{hook}: is deleted {ttl} s after its end, which Argo CD and Helm 4 may then miss and wait for ever',
    todo: 'remove ttlSecondsAfterFinished; delete policies clean up',
  },
  rollbackMayFail: {
    severity: 'problem',
    says: '{hook}: runs after a rollback and may fail, which leaves the release in pending-rollback for good',
    todo: 'add --always-exit-0 to its arguments',
  },
} as const;

const found = findingsAbout('hooks', hookRows);

/** Less than this between `--timeout` and the deadline, and the pull or the last report may not fit in. */
const marginSeconds = 15;
/** What Helm waits for when it is not told otherwise. */
const helmSeconds = 300;

/** Own deadline, then the Job's, then Helm's: in any other order nobody learns why it failed. */
export function deadlineFindings(facts: Facts): Finding[] {
  const unseen = [
    ...(facts.jobs === undefined ? ['Jobs'] : []),
    ...(facts.cronJobs === undefined ? ['CronJobs'] : []),
  ];
  const workloads = hookWorkloads(facts);
  return [
    ...(unseen.length === 0 ? [] : [found('hooksNotSeen', { kinds: unseen.join(' and ') })]),
    ...(unseen.length === 0 && workloads.length === 0 ? [found('noHooks')] : []),
    ...workloads.flatMap(judge),
  ];
}

function judge(hook: HookWorkload): Finding[] {
  const { name, ttlSeconds, annotations } = hook;
  const isHook = hooked.some((key) => Object.hasOwn(annotations, key));
  const ttl = isHook && ttlSeconds !== undefined ? [found('ttlSet', { hook: name, ttl: ttlSeconds })] : [];
  return [...times(hook), ...ttl];
}

const hooked = ['helm.sh/hook', 'argocd.argoproj.io/hook'];

/** The hook's own reading of its command line and variables: what it refuses here it will refuse there. */
function times({ name: hook, argv, env, deadlineSeconds: deadline, annotations }: HookWorkload): Finding[] {
  let options: ReturnType<typeof optionsOf>;
  try {
    options = optionsOf(argv, env);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return [found('flagsRefused', { hook, why: error.message })];
  }
  if (options === undefined) return [];
  const helm = annotations['helm.sh/hook'] ?? '';
  const rollback =
    helm.includes('post-rollback') && !options.alwaysExit0 ? [found('rollbackMayFail', { hook })] : [];
  if (options.follow) return rollback;
  const timeout = options.timeoutMs / 1000;
  if (deadline === undefined) return [...rollback, found('deadlineMissing', { hook })];
  const left = deadline - timeout;
  if (left <= 0) return [...rollback, found('deadlineOrder', { hook, timeout, deadline })];
  return [
    ...rollback,
    left < marginSeconds
      ? found('deadlineTight', { hook, left })
      : found('deadlinesOrdered', { hook, timeout, deadline }),
    ...(helm !== '' && deadline >= helmSeconds ? [found('helmTimeout', { hook, deadline })] : []),
  ];
}

function optionsOf(argv: readonly string[], env: Readonly<Record<string, string>>) {
  const parsed = parse(argv, env);
  return 'options' in parsed ? parsed.options : undefined;
}

/** A Job, CronJob or bare Pod that runs warmgate. */
interface HookWorkload {
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
function hookWorkloads({ jobs = [], cronJobs = [], snapshot }: Facts): HookWorkload[] {
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
