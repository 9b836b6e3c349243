import { isRecord } from '../json.ts';
import { mergeKeyOf } from './merge-keys.ts';
import { interleave } from './order.ts';

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
