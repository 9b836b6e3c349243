/** A copy without the fields named; undefined stays undefined. */
export function without<T extends object>(value: T, ...fields: readonly string[]): T {
  const copy = { ...value } as Record<string, unknown>;
  for (const field of fields) delete copy[field];
  return copy as T;
}
