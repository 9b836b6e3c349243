/** Names in one phrase, numbers in them by size: the first of them, and how many more there are. */
export function listed(names: readonly string[], most = 5): string {
  const sorted = [...new Set(names)].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const rest = sorted.length - most;
  return sorted.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
