import { isDeepStrictEqual } from 'node:util';

/** A copy without the fields named. */
export function without<T extends object>(value: T, ...fields: readonly string[]): T {
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) if (!fields.includes(key)) copy[key] = inner;
  return copy as T;
}

/** Deeply equal, but for the fields named. */
export function sameBut(one: object, other: object, ...fields: readonly string[]): boolean {
  const [a, b] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const same = (key: string): boolean =>
    fields.includes(key) || a[key] === b[key] || isDeepStrictEqual(a[key], b[key]);
  return Object.keys(a).every(same) && Object.keys(b).every((key) => key in a || same(key));
}
