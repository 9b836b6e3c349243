import { applyPatch, type Operation } from 'rfc6902';
import type { KubeObject } from '../../model/kube.ts';
import { isRecord } from './json.ts';
import type { Resource } from './resources.ts';
import { refuse } from './status-error.ts';
import { strategicPatch } from './strategic-patch.ts';

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

/**
 * Applies a JSON patch (RFC 6902) to a copy.
 * Throws StatusError 400 where it is no list of operations, 422 where one of them, a `test` too, fails:
 * so the real server answers (k8s.io/apiserver, handlers/patch.go).
 */
export function jsonPatch(target: object, patch: unknown): unknown {
  if (!Array.isArray(patch)) throw refuse.badRequest('a JSON patch is a list of operations');
  const holder = { root: structuredClone(target) };
  const operations = (patch as Operation[]).map((operation) => rooted(operation));
  for (const operation of operations) {
    const failure = applyPatch(holder, [operation])[0];
    if (failure) throw refuse.unprocessable(failure.message || failure.name);
  }
  return holder.root;
}

/** One level deeper, so that a patch of the whole document (`path: ""`) works as well. */
function rooted(operation: Operation): Operation {
  const moved = { ...operation, path: `/root${operation.path}` };
  return 'from' in moved ? { ...moved, from: `/root${moved.from}` } : moved;
}

/** Applies a JSON merge patch (RFC 7386): null deletes a field, a list replaces the whole list. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
