import { applyPatch, type Operation } from 'rfc6902';
import { isRecord } from '../../model/foreign.ts';
import type { KubeObject } from '../../model/kube.ts';
import type { Resource } from './resources.ts';
import { refuse } from './status-error.ts';

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

const deleteFrom = '$deleteFromPrimitiveList/';
const elementOrder = '$setElementOrder/';

/**
 * Applies a strategic merge patch: lists with a merge key are merged element by element, `$patch: delete` and
 * `$patch: replace`, `$deleteFromPrimitiveList/` and `$retainKeys` work, new elements come first.
 * https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md
 */
export function strategicPatch(target: unknown, patch: unknown, path: readonly string[] = []): unknown {
  if (!isRecord(patch)) return patch;
  const { $patch: directive, $retainKeys: retain, ...fields } = patch;
  if (directive === 'replace') return fields;
  if (directive === 'delete') return {};
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  if (Array.isArray(retain)) {
    for (const key of Object.keys(merged)) if (!retain.includes(key)) delete merged[key];
  }
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith(elementOrder)) continue;
    if (key.startsWith(deleteFrom)) {
      const field = key.slice(deleteFrom.length);
      merged[field] = list(merged[field]).filter((item) => !list(value).includes(item));
    } else if (value === null) delete merged[key];
    else merged[key] = field(merged[key], value, [...path, key]);
  }
  return merged;
}

function field(target: unknown, value: unknown, path: readonly string[]): unknown {
  if (!Array.isArray(value)) return strategicPatch(target, value, path);
  const key = mergeKeyOf(path);
  if (key === undefined) return value;
  if (key === 'set') return interleave(value, [...new Set([...list(target), ...value])], list(target), same);
  return mergeByKey(list(target), value, key, path);
}

function mergeByKey(
  target: readonly unknown[],
  patch: readonly unknown[],
  key: string,
  path: readonly string[],
): unknown[] {
  const id = (item: unknown): unknown => (isRecord(item) ? item[key] : undefined);
  const replaced = patch.some((item) => isRecord(item) && item.$patch === 'replace');
  let merged: unknown[] = replaced ? [] : [...target];
  const kept = patch.filter((item) => !(isRecord(item) && '$patch' in item && item.$patch !== 'merge'));
  for (const item of patch) {
    if (isRecord(item) && item.$patch === 'delete') merged = merged.filter((other) => id(other) !== id(item));
  }
  for (const item of kept) {
    const at = merged.findIndex((other) => id(other) === id(item));
    if (at < 0) merged.push(strategicPatch({}, item, path));
    else merged[at] = strategicPatch(merged[at], item, path);
  }
  return interleave(kept, merged, target, (a, b) => id(a) === id(b));
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function same(a: unknown, b: unknown): boolean {
  return a === b;
}

/** Last steps of a field's path to its merge key; 'set' is a list of plain values merged as a set. First match wins. */
const rows: readonly (readonly [readonly string[], string])[] = [
  [['metadata', 'ownerReferences'], 'uid'],
  [['metadata', 'finalizers'], 'set'],
  [['containers', 'ports'], 'containerPort'],
  [['initContainers', 'ports'], 'containerPort'],
  [['spec', 'ports'], 'port'],
  [['containers'], 'name'],
  [['initContainers'], 'name'],
  [['ephemeralContainers'], 'name'],
  [['env'], 'name'],
  [['volumes'], 'name'],
  [['volumeMounts'], 'mountPath'],
  [['imagePullSecrets'], 'name'],
  [['hostAliases'], 'ip'],
  [['status', 'conditions'], 'type'],
];

/** The merge key of a list field by its path, `['metadata', 'ownerReferences']` → `uid`; undefined: replaced whole. */
function mergeKeyOf(path: readonly string[]): string | undefined {
  return rows.find(([end]) => end.every((step, i) => path[path.length - end.length + i] === step))?.[1];
}

type Same = (a: unknown, b: unknown) => boolean;

/**
 * Orders a merged list as the real server does (apimachinery, strategicpatch `normalizeElementOrder`): the patch's
 * elements in the patch's order, the others in the live order, woven together by the live order where it knows both.
 */
function interleave(
  patch: readonly unknown[],
  merged: readonly unknown[],
  live: readonly unknown[],
  same: Same,
): unknown[] {
  const place = (items: readonly unknown[], item: unknown): number =>
    items.findIndex((other) => same(other, item));
  const others = merged
    .filter((item) => place(patch, item) < 0)
    .sort((a, b) => place(live, a) - place(live, b));
  const ours = merged
    .filter((item) => place(patch, item) >= 0)
    .sort((a, b) => place(patch, a) - place(patch, b));
  const woven: unknown[] = [];
  while (others.length > 0 && ours.length > 0) {
    const theirs = place(live, others[0]);
    const mine = place(live, ours[0]);
    woven.push(theirs >= 0 && mine >= 0 && theirs < mine ? others.shift() : ours.shift());
  }
  return [...woven, ...others, ...ours];
}
