import { cleanUp } from './clean-up.ts';
import { desiredConfigMap, desiredName, supportAnnotations } from './desired.ts';
import { hooksOf } from './hook-rows.ts';
import { hookJob } from './job.ts';
import type { Manifest } from './manifest.ts';
import type { HookOptions } from './options.ts';
import { rbac } from './rbac.ts';

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
