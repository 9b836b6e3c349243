/** Names in one phrase: the first of them, and how many more there are. */
export function listed(names: readonly string[], most = 5): string {
  const sorted = [...new Set(names)].sort();
  const rest = sorted.length - most;
  return sorted.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
