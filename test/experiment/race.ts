import { parseArgs } from 'node:util';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { controlPlaneGround } from '../harness/control-plane-ground.ts';
import type { Ground } from '../harness/ground.ts';
import { labGround } from '../harness/lab-ground.ts';
import { buildProgram } from '../harness/program-file.ts';
import { objections, playRow, type Row, tableOf } from './row.ts';
import { ways } from './ways.ts';

/**
 * `npm run experiment:race [-- --cluster] [--sessions N] [--seed N] [--way PATTERN]`: renews stale pools of ten each way while sessions
 * start, and prints how many sessions that broke: the table of docs/theia-cloud.md#ways-of-renewing. `--sessions`: of the last row, the others in
 * proportion. Ends with 1 when verify broke one or did not renew, or a wrong way that must break some broke none.
 */
const { values } = parseArgs({
  options: {
    cluster: { type: 'boolean', default: false },
    sessions: { type: 'string' },
    seed: { type: 'string', default: '1' },
    way: { type: 'string', default: '' },
    scale: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const groundName = values.cluster ? 'cluster' : 'lab';
const whole = ways.at(-1)?.sessions[groundName] ?? 1;
const share = values.sessions === undefined ? 1 : Number(values.sessions) / whole;
if (!(share > 0)) throw new TypeError(`--sessions ${values.sessions} is no positive number`);

let plane: ControlPlane | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void Promise.resolve(plane?.stop()).finally(() => process.exit(130)));

const rows: Row[] = [];
try {
  await buildProgram();
  if (values.cluster) plane = await startControlPlane();
  for (const [at, way] of ways.entries()) {
    if (!way.name.includes(values.way)) continue;
    const wanted = Math.ceil(way.sessions[groundName] * share);
    const row = await playRow(
      way,
      wanted,
      Number(values.seed) + at,
      () => makeGround(at),
      values.verbose ? say : () => true,
    );
    rows.push(row);
    say(`${way.name}: ${row.sessions} sessions, ${row.broken.length} broken, ${row.seconds.toFixed(0)} s`);
  }
} finally {
  await plane?.stop();
}
say(`\n${tableOf(rows)}`);
const wrong = objections(rows);
for (const objection of wrong) say(objection);
process.exit(wrong.length > 0 ? 1 : 0);

function makeGround(at: number): Promise<Ground> {
  if (plane !== undefined) return controlPlaneGround(plane, `race-${at}`);
  return labGround({}, { scale: Number(values.scale) });
}
