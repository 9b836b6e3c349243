import { type HookName, type HookRow, hookRows } from './hook-rows.ts';
import { desiredKey, jobName } from './job.ts';
import type { Manifest } from './manifest.ts';
import { hookAnnotations, metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';

export function desiredName(hook: HookName, options: Pick<HookOptions, 'name'>): string {
  return `${jobName(hook, options)}-desired`;
}

/** What the release is about to apply, as YAML text, in a ConfigMap that is there before the hook's Job. */
export function desiredConfigMap(hook: HookName, yaml: string, options: HookOptions): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: metaOf(desiredName(hook, options), hook, options, supportAnnotations(hook, options)),
    data: { [desiredKey]: yaml },
  };
}

/** Annotations of what a hook stands on: one step before it. A sync can fail before anything of it is there, so open's comes as early as guard's. */
export function supportAnnotations(hook: HookName, { mode }: HookOptions): Record<string, string> {
  const row: HookRow = hookRows[hook === 'open' ? 'guard' : hook];
  return hookAnnotations(row, mode, row.weight - supportBefore, 'support');
}

const supportBefore = 10;
