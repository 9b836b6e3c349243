/** Fails with everything that was found, one a line: what a property's report would else hide behind two lists. */
export function expectNone(found: readonly string[], about = 'found'): void {
  if (found.length > 0) throw new Error(`${about}:\n  ${found.slice(0, 8).join('\n  ')}`);
}
