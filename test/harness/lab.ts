import { labGround } from './lab-ground.ts';
import { loadScenarios } from './load-scenarios.ts';
import { play } from './play.ts';

/** `node test/harness/lab.ts [PATTERN]`: scenarios on the embedded cluster, one after another, each with its story. */
const patterns = process.argv.slice(2);
for (const { name, kind, scenario } of await loadScenarios('lab')) {
  const title = `${name} (${kind})`;
  if (patterns.length > 0 && !patterns.some((pattern) => title.includes(pattern))) continue;
  const { faults, story, seconds } = await play(scenario, kind, () => labGround(scenario.given));
  process.stdout.write(`${faults.length === 0 ? 'ok' : 'FAILED'} ${title} ${seconds.toFixed(1)} s\n`);
  if (faults.length > 0 || process.env.STORY)
    process.stdout.write(`${faults.map((each) => `  ${each}\n`).join('')}${story}\n`);
}
