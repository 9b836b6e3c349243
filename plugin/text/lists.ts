/** Names in one phrase, numbers in them by size: the first of them, and how many more there are. */
export function nameList(names: readonly string[], most = 5): string {
  const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const rest = sorted.length - most;
  return sorted.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** `1, 3-10`: ids in one phrase. */
export function instanceRanges(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last !== undefined && id === last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
