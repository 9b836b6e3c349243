import type { Manifest } from './manifest.ts';
import { labelsOf, metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';
import { type PodUse, podMeta, podSpec } from './pod.ts';

/**
 * `guard --follow` as a Deployment, for people who scale pools by hand: claims are completed as sessions come. Its account
 * has guard's rights, but is not guard's: that one is a hook, made anew before each release, and the token would be void.
 */
export function followDeployment(options: HookOptions): Manifest {
  const component = 'follow';
  const use: PodUse = {
    component,
    account: `${options.name}-${component}`,
    args: ['guard', '--follow'],
    restartPolicy: 'Always',
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metaOf(`${options.name}-${component}`, component, options),
    spec: {
      replicas: 1,
      // Two of them would only write the same: the old one goes first.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labelsOf(component, { ...options, labels: {} }) },
      template: { metadata: podMeta(use, options), spec: podSpec(use, options) },
    },
  };
}
