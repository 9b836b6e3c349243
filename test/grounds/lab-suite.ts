import { test } from 'uvu';
import { widthLimit } from '../cluster/width-limit.ts';
import { labGround } from './lab-ground.ts';
import { loadScenarios, type Part } from './load-scenarios.ts';
import { type Played, play } from './play.ts';

/** Scenarios that wait more than they work: that many at a time in one process. */
const width = 2;

/** One test for each scenario and kind of operator that `chosen` picks, played on the embedded cluster. */
export async function labSuite(chosen: (part: Part) => boolean): Promise<void> {
  const parts = (await loadScenarios('lab')).filter(chosen);
  const limit = widthLimit(width);
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  test.before(begin);
  for (const { name, kind, scenario } of parts) {
    const played = begun.then(() => limit(() => play(scenario, kind, () => labGround(scenario.given))));
    test(`${scenario.title} (${name}, ${kind})`, async () => report(await played));
  }
}

function report({ faults, story }: Played): void {
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${story}`);
}
