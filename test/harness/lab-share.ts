import { test } from 'uvu';
import { labGround } from './lab-ground.ts';
import { loadScenarios } from './load-scenarios.ts';
import { type Played, play } from './play.ts';
import { widthLimit } from './width-limit.ts';

/** Scenarios that wait more than they work: that many at a time in one process. */
const width = 3;

/**
 * One test for each scenario and kind of operator, played on the embedded cluster: every `of`-th of them from the n-th on, since a file
 * of tests has a limit of its own.
 */
export async function labShare(n: number, of: number): Promise<void> {
  const parts = (await loadScenarios('lab')).filter((_, index) => index % of === n - 1);
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

function report({ faults, story }: Played): void {
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${story}`);
}
