import { parse } from '../config/parse.ts';
import { RunError } from '../model/run-error.ts';
import type { Facts } from './facts.ts';
import { type Finding, found } from './finding-rows.ts';
import { type HookWorkload, hookWorkloads } from './hook-workloads.ts';

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
