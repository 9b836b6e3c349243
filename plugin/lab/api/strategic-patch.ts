import { isRecord } from './json.ts';

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
export function mergeKeyOf(path: readonly string[]): string | undefined {
  return rows.find(([end]) => end.every((step, i) => path[path.length - end.length + i] === step))?.[1];
}

type Same = (a: unknown, b: unknown) => boolean;

/**
 * Orders a merged list as the real server does (apimachinery, strategicpatch `normalizeElementOrder`): the patch's
 * elements in the patch's order, the others in the live order, woven together by the live order where it knows both.
 */
export function interleave(
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
