import { test } from 'uvu';
import { labGround } from './lab-ground.ts';
import { loadScenarios, type Part } from './load-scenarios.ts';
import { type Played, play } from './play.ts';
import { widthLimit } from './width-limit.ts';

/** Scenarios that wait more than they work: that many at a time in one process. */
const width = 3;

/**
 * One test for each scenario and kind of operator that `chosen` picks, played on the embedded cluster. `share`: of those
 * only the n-th of so many shares, since each file of tests has a limit of its own.
 */
export async function labSuite(
  chosen: (part: Part) => boolean,
  share: Share = { n: 0, of: 1 },
): Promise<void> {
  const all = (await loadScenarios('lab')).filter(chosen);
  const parts = all.filter((_, index) => index % share.of === share.n);
  const limit = widthLimit(width);
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  test.before(begin);
  for (const part of parts) {
    const { name, kind, scenario } = part;
    const played = begun.then(() => limit(() => play(part, () => labGround(scenario.given))));
    test(`${scenario.title} (${name}, ${kind})`, async () => report(await played));
  }
}

interface Share {
  n: number;
  of: number;
}

function report({ faults, story }: Played): void {
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${story}`);
}
