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
