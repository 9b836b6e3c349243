import type { Ground } from '../grounds/ground.ts';
import { prepare } from '../grounds/prepare.ts';
import { newStage } from '../grounds/stage.ts';
import { tapped } from '../grounds/tapped.ts';
import { perRound, planRounds } from './plan.ts';
import { playRound } from './round.ts';
import type { Row } from './rows.ts';
import type { Way } from './way.ts';

/**
 * Rounds until the wanted number of sessions have been started. A way that must break some goes on for five times that while it
 * has broken none, so that one lucky run proves nothing.
 */
export async function playRow(
  way: Way,
  wanted: number,
  seed: number,
  makeGround: () => Promise<Ground>,
  say: (line: string) => void,
): Promise<Row> {
  const begun = performance.now();
  const row: Row = { way, sessions: 0, broken: [], met: 0, old: 0, rounds: 0, unfinished: [], seconds: 0 };
  const ground = await makeGround();
  const stage = newStage(ground, 'ensure-on-added', { apps: [{ name: 'java', min: 10, max: 1000 }] });
  const tap = await tapped(ground);
  try {
    await prepare(stage);
    const most = way.expected === 'some' ? 5 * wanted : wanted;
    const plans = planRounds(Math.ceil(wanted / perRound), way.closes, seed);
    for (
      let at = 0;
      row.sessions < (row.broken.length > 0 || row.sessions < wanted ? wanted : most);
      at += 1
    ) {
      const plan = plans[at % plans.length];
      if (plan === undefined) break;
      const { fates, outcome } = await playRound(stage, tap, way, plan, at + 1);
      row.rounds += 1;
      row.sessions += fates.length;
      row.met += fates.filter(({ met }) => met).length;
      row.broken.push(...fates.filter(({ broken }) => broken.length > 0));
      row.old += fates.filter(({ broken, old }) => broken.length === 0 && old).length;
      if (outcome !== 'renewed') row.unfinished.push(outcome);
      say(
        `${way.name} ${at + 1}: gap ${plan.gapMs}, offset ${plan.offsetMs} after ${plan.after}: ${outcome}, ${fates.length} sessions, ${fates.filter(({ met }) => met).length} met the closing${fates.map((fate) => (fate.broken.length > 0 ? `\n  ${fate.name}: ${fate.broken.join(', ')}` : '')).join('')}`,
      );
    }
  } finally {
    await stage.operator.close();
    await tap.stop();
    await ground.stop();
  }
  row.seconds = (performance.now() - begun) / 1000;
  return row;
}
