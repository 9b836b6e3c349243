import { type HookName, type HookRow, hookRows, hooksOf } from './hook-rows.ts';
import { hookAnnotations, type Manifest, metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';
import { rbac } from './rbac.ts';
import { desiredKey, hookJob, jobName } from './workloads.ts';

/**
 * All hooks of a release and what they stand on, in the order in which they come to be used. The accounts of guard and open are
 * hooks themselves: they run before anything of the release is there, or though nothing of it came to be.
 * `desired`: the AppDefinitions that the release brings, as YAML.
 */
export function releaseHooks(options: HookOptions, desired?: string): Manifest[] {
  const hooks = hooksOf(options.mode);
  const ahead = [
    ...rbac('guard', options, { annotations: supportAnnotations('guard', options) }),
    ...(desired === undefined ? [] : [desiredConfigMap('guard', desired, options)]),
    ...(hooks.includes('open')
      ? rbac('open', options, { annotations: supportAnnotations('open', options) })
      : []),
  ];
  return [
    ...ahead,
    hookJob('guard', options, desired === undefined ? undefined : desiredName('guard', options)),
    ...rbac('verify', options),
    ...hooks.filter((hook) => hook !== 'guard').map((hook) => hookJob(hook, options)),
    ...cleanUp(ahead, options),
  ];
}

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

/**
 * After `helm uninstall`: Helm leaves what was a hook of another event. An empty object of the same kind and name as a hook of this one
 * takes its place and goes when it succeeded, at once.
 */
export function cleanUp(left: readonly Manifest[], options: HookOptions): Manifest[] {
  if (options.mode !== 'helm') return [];
  const annotations = {
    'helm.sh/hook': 'post-delete',
    'helm.sh/hook-weight': '0',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  };
  return left.map(({ apiVersion, kind, metadata, roleRef }) => ({
    apiVersion,
    kind,
    metadata: metaOf(metadata.name, 'cleanup', options, annotations),
    ...(roleRef === undefined ? {} : { roleRef }),
  }));
}
