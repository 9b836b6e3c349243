import { type Kept, keepNone } from '../../plugin/decide/batch.ts';
import { confirmGate } from '../../plugin/decide/close-gate.ts';
import type { PoolDecision } from '../../plugin/decide/pool-state.ts';
import { renew } from '../../plugin/decide/renew.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { usualPolicy } from '../harness/world-frozen.ts';
import { lookAt } from '../harness/world-look.ts';

/** What is decided at this time about a pool that needs a pass, its gate being seen closed two seconds before as it is now. */
export function renewing(
  objects: readonly KubeObject[],
  now: number,
  { kept = keepNone, maxNudges = 100 }: { kept?: Kept; maxNudges?: number } = {},
): PoolDecision {
  const { assessment } = lookAt(objects, now);
  const [pool] = assessment.pools;
  if (pool === undefined) throw new Error('no pool');
  const { gate } = confirmGate(pool, assessment, undefined, { kept, busy: false });
  if (gate === undefined) throw new Error('the gate is not closed');
  const policy = { ...usualPolicy, maxNudges };
  const memory = { firstGeneration: 2, lastPush: 0, nudges: 0, wrote: false };
  const nothing = { restartedAt: undefined, pushedAt: 0, othersRenewing: false };
  const seen = { pool, assessment, policy, memory, runId: 'run-test', leftMs: policy.timeoutMs };
  return renew({ ...seen, ...nothing, gate: { ...gate, at: gate.at - 2000 } }, kept);
}
