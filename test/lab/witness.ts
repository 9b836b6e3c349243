import type { Lab } from '../../plugin/lab/lab.ts';

/** What `look` saw after each change of the store, undefined left out: no window is too short for it. */
export function witness<T>(lab: Pick<Lab, 'store'>, look: () => T | undefined): T[] {
  const seen: T[] = [];
  lab.store.subscribe(() => {
    const value = look();
    if (value !== undefined) seen.push(value);
  });
  return seen;
}
