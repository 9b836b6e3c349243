import type { Manifest } from './manifest.ts';
import { metaOf } from './meta.ts';
import type { HookOptions } from './options.ts';

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
