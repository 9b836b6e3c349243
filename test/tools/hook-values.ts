import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Workshop } from './deployer.ts';
import type { HookSettings } from './scenario.ts';

const settle = ['--settle', '3s'] as const;
const usual = { timeoutSeconds: 40, guardSeconds: 30, verifyFlags: [] } as const;

/** Seconds from a command's own end to its Job's: room for a slow start, and what `inject` gives. */
const chartMargin = 20;
const injectMargin = 30;
/** The least that the chart asks for between a Job's deadline and Helm's patience. */
const helmMargin = 10;

/** Values of warmgate's chart, as somebody sets them who brings the AppDefinitions in the same release. */
export async function chartValues(
  { tool, image, program }: Pick<Workshop, 'tool' | 'image' | 'program'>,
  apps: readonly object[],
  hooks: HookSettings | undefined,
): Promise<object> {
  if (hooks === undefined) return { enabled: false };
  const [, repository, tag] = /^(.*):([^:]+)$/.exec(hooks.image ?? image) ?? [];
  const seconds = hooks.timeoutSeconds ?? usual.timeoutSeconds;
  const guardSeconds = Math.min(seconds, usual.guardSeconds);
  const after = { ...times(seconds), flags: [...settle, ...(hooks.verifyFlags ?? usual.verifyFlags)] };
  return {
    enabled: true,
    mode: tool === 'argo' ? 'argo' : 'helm',
    image: { repository, tag, mode: hooks.bundle ? 'bundle' : 'image' },
    ...(hooks.bundle ? { bundle: { script: await readFile(program, 'utf8') } } : {}),
    helmTimeoutSeconds: patienceSeconds(tool, hooks),
    guard: {
      enabled: hooks.guard ?? true,
      desired: apps.map((app) => stringify(app)).join('---\n'),
      ...times(guardSeconds),
      flags: [...settle, ...(hooks.guardFlags ?? [])],
    },
    verify: after,
    rollback: after,
    open: times(guardSeconds),
    argo: { hookKind: hooks.hookKind ?? 'Job' },
  };
}

function times(timeoutSeconds: number): { timeoutSeconds: number; deadlineSeconds: number } {
  return { timeoutSeconds, deadlineSeconds: timeoutSeconds + chartMargin };
}

/** Flags of `warmgate inject`, each as one word. */
export function injectFlags({ namespace, image }: Workshop, hooks: HookSettings): string[] {
  return [
    `--namespace=${namespace}`,
    `--image=${hooks.image ?? image}`,
    `--timeout=${hooks.timeoutSeconds ?? usual.timeoutSeconds}s`,
    `--verify-flags=${[...settle, ...(hooks.verifyFlags ?? usual.verifyFlags)].join(' ')}`,
    `--guard-flags=${[...settle, ...(hooks.guardFlags ?? [])].join(' ')}`,
    ...(hooks.hookKind === undefined ? [] : [`--hook-kind=${hooks.hookKind}`]),
  ];
}

/** What Helm is told to wait for each hook: longer than the longest Job may take. */
export function patienceSeconds(tool: Workshop['tool'], hooks: HookSettings | undefined): number {
  const margin = tool === 'helm4-inject' ? injectMargin : chartMargin;
  return (hooks?.timeoutSeconds ?? usual.timeoutSeconds) + margin + helmMargin;
}
