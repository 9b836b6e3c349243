import type { Worded } from '../model/report.ts';
import { sentence } from './words.ts';

/** Arguments that name one part out of several with the same trouble. */
const perPart = ['part', 'name'];

/**
 * Sentences for one line: reasons that differ only in the part they name become one, `Deployment, email ConfigMap: ...`.
 * Order of first appearance; nothing is left out.
 */
export function condense(reasons: readonly Worded[]): string[] {
  const groups = new Map<string, Worded[]>();
  for (const reason of reasons) {
    const same = Object.entries(reason.args).filter(([name]) => !perPart.includes(name));
    const key = JSON.stringify([reason.code, same.sort()]);
    groups.set(key, [...(groups.get(key) ?? []), reason]);
  }
  return [...groups.values()].map(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first?.text ?? '';
    const joined = perPart
      .filter((name) => name in first.args)
      .map((name) => [name, [first, ...others].map((each) => each.args[name]).join(', ')]);
    return sentence({ code: first.code, args: { ...first.args, ...Object.fromEntries(joined) } });
  });
}
