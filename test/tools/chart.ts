import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { ReleaseRequest, Workshop } from './deployer.ts';
import type { HookSettings } from './releases.ts';

/** The chart of pools and a file with its values, for one release. `hooks` false: they come from elsewhere. */
export async function chartFor(
  shop: Workshop,
  request: ReleaseRequest,
  hooks: boolean,
): Promise<{ chart: string; values: string }> {
  const values = join(shop.dir, 'values.json');
  const { apps, operator = null, emptyAnnotations, without } = request;
  const warmgate = await chartValues(shop, apps, hooks ? request.hooks : undefined);
  await writeFile(values, JSON.stringify({ apps, revision: !emptyAnnotations, operator, warmgate }));
  return { chart: without === undefined ? shop.chart : await lacking(shop, without), values };
}

/** A copy of the chart whose Role of verify lacks a right. @throws Error for one that it does not grant */
async function lacking(
  { chart, dir }: Workshop,
  { verb, resource }: NonNullable<ReleaseRequest['without']>,
): Promise<string> {
  const copy = join(dir, 'chart');
  await cp(chart, copy, { recursive: true });
  const file = join(copy, 'charts/warmgate/templates/_rules.tpl');
  const text = await readFile(file, 'utf8');
  const begun = text.indexOf('"warmgate.rules.verify"');
  const rule = new RegExp(`(resources: \\[${resource}\\]\\n  verbs: \\[.*?)\\b${verb}(?:, )?`);
  const changed = text.slice(begun).replace(rule, '$1').replace(/, \]/, ']');
  if (begun < 0 || changed === text.slice(begun))
    throw new Error(`the chart does not grant ${verb} ${resource}`);
  await writeFile(file, text.slice(0, begun) + changed);
  return copy;
}

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
