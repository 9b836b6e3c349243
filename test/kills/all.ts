import { parseArgs } from 'node:util';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { controlPlaneGround } from '../harness/control-plane-ground.ts';
import type { Ground } from '../harness/ground.ts';
import { labGround } from '../harness/lab-ground.ts';
import { type Played, play } from '../harness/play.ts';
import { buildProgram } from '../harness/program-file.ts';
import { widthLimit } from '../harness/width-limit.ts';
import { cases, type KillCase, scenarioCases } from './cases.ts';
import { type KillPoint, partFor, pointsOf, sampleOf } from './points.ts';

/**
 * `npm run test:kills [-- --cluster] [PATTERN...] [--scenarios] [--sample N --seed N] [--width N]`: kills verify and guard at every single write, before
 * and after it is carried out, and shows that the next run puts all right. On a real control plane the incident alone, unless a
 * pattern picks others. `--scenarios`: what the scenarios bring about in place of the cases, which is hours without `--sample`. The last line is `N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cluster: { type: 'boolean', default: false },
    scenarios: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    width: { type: 'string' },
  },
});
/** The lab's time over the wall's, and how often a machine that is too busy for it is tried at half of that. */
const usualScale = 20;
const halvings = 2;
const patterns = positionals.length > 0 || !values.cluster ? positionals : ['incident'];
const chosen = (values.scenarios ? await scenarioCases() : cases).filter(
  ({ name }) => patterns.length === 0 || patterns.some((each) => name.includes(each)),
);
const limit = widthLimit(Number(values.width ?? (values.cluster ? 6 : 3)));
const count = { passed: 0, failed: 0, tried: 0, missed: 0 };
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

let plane: ControlPlane | undefined;
let grounds = 0;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void Promise.resolve(plane?.stop()).finally(() => process.exit(130)));

try {
  await buildProgram();
  if (values.cluster) plane = await startControlPlane();
  await Promise.all(chosen.map(playCase));
} finally {
  await plane?.stop();
}
say(`${count.tried} kill points tried, ${count.missed} runs ended before theirs`);
say(`${count.passed} passed, ${count.failed} failed`);
process.exit(count.failed > 0 || count.tried === 0 ? 1 : 0);

/** A run that is left alone says how many writes there are; then each of them is a kill point. */
async function playCase(kase: KillCase): Promise<void> {
  const begun = performance.now();
  const whole = await limit(() => playPatiently(kase, undefined));
  note(kase, undefined, whole);
  const writes = whole.runs.get('killed')?.traffic.writes.length ?? 0;
  const all = pointsOf(writes);
  const points =
    values.sample === undefined ? all : sampleOf(all, Number(values.sample), Number(values.seed));
  const results = await Promise.all(
    points.map((point) =>
      limit(async () => {
        const result = await playPatiently(kase, point);
        note(kase, point, result);
        return result;
      }),
    ),
  );
  const failed = results.filter(({ faults }) => faults.length > 0).length;
  const seconds = (performance.now() - begun) / 1000;
  say(
    `${kase.name}: ${writes} writes, ${points.length} kill points, ${failed} failed, ${seconds.toFixed(0)} s`,
  );
}

function note({ name }: KillCase, point: KillPoint | undefined, { faults, runs, story }: Played): void {
  count[faults.length === 0 ? 'passed' : 'failed'] += 1;
  if (point !== undefined) count[runs.get('killed')?.exit === 'SIGKILL' ? 'tried' : 'missed'] += 1;
  if (faults.length === 0) return;
  const where = point === undefined ? 'left alone' : `killed ${point.phase} write ${point.write}`;
  say(`FAILED ${name}, ${where}\n${faults.map((each) => `  ${each}\n`).join('')}${story}\n`);
}

/** On a busy machine the lab's clock outruns the lab: a cluster that could not even be prepared is tried again, slower. */
async function playPatiently(kase: KillCase, point: KillPoint | undefined): Promise<Played> {
  for (let halved = 0; ; halved += 1) {
    const result = await play(partFor(kase, point), () => makeGround(usualScale / 2 ** halved));
    if (result.prepared || halved === halvings) return result;
  }
}

function makeGround(scale: number): Promise<Ground> {
  grounds += 1;
  return plane === undefined ? labGround({}, { scale }) : controlPlaneGround(plane, `kill-${grounds}`);
}
