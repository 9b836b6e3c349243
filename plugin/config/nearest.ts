/** The word most like this one, if it is like it at all: about one slip in three letters. */
export function nearest(word: string, words: readonly string[]): string {
  let best = '';
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of words) {
    const slips = distance(word, candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** Letters to insert, drop, change, or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= a.length; i += 1) {
    rows[i] = [];
    for (let j = 0; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const swap =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change, swap);
      (rows[i] as number[])[j] = i === 0 && j === 0 ? 0 : cost;
    }
  }
  return at(a.length, b.length);
}
