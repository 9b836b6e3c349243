import type { KubeObject } from '../../../model/kube.ts';
import type { Resource } from '../resources.ts';
import { refuse } from '../status-error.ts';
import { jsonPatch } from './json-patch.ts';
import { mergePatch } from './merge.ts';
import { strategicPatch } from './strategic.ts';

export const patchTypes = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
} as const;

export type PatchKind = (typeof patchTypes)[keyof typeof patchTypes];

/** The body of an update that the patch amounts to. Throws StatusError 400, 415 (strategic on a custom resource) or 422. */
export function applyPatchTo(
  resource: Resource,
  current: KubeObject,
  type: PatchKind,
  patch: unknown,
): unknown {
  if (type === 'json') return jsonPatch(current, patch);
  if (type === 'merge') return mergePatch(current, patch);
  if (resource.custom)
    throw refuse.unsupported(['application/json-patch+json', 'application/merge-patch+json']);
  return strategicPatch(current, patch);
}
