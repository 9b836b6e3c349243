import type { InstanceAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { WriteStep } from '../model/steps.ts';
import { busyLookMs, lookEveryMs } from './policy.ts';
import { act, type PoolDecision, type PoolState, stuck, wait } from './pool-state.ts';
import { passMends } from './remedy.ts';
import { restartStep } from './restart.ts';
import { busySessions } from './sessions.ts';
import { freeInstances, onPart } from './targets.ts';

/**
 * `--allow replace`, for upstream operators: no gate, no nudge. One stale free instance at a time is deleted, capacity never
 * below minInstances − 1, and the operator restarted, which makes what is missing. First one that serves nobody, then the
 * last by name: the picks of new sessions go by name, 10 before 2. Sessions may get old instances until the last is renewed,
 * and the report says so.
 */
export function replaceOne(state: PoolState): PoolDecision {
  const { pool, assessment, policy, memory } = state;
  if (!policy.mayWrite) return stuck(state, because('mayNotRenew', { rights: policy.lacks ?? '' }));
  if (!policy.mayReplace || assessment.operator.deployment === undefined) {
    return stuck(state, because('replaceNotAllowed'));
  }
  const busy = [
    ...new Set([...busySessions(pool, assessment), ...assessment.inFlight.map((each) => each.session)]),
  ];
  if (busy.length > 0) return wait(state, 'claimsInFlight', busyLookMs, busy);
  const pushed = { ...state, memory: { ...memory, lastPush: assessment.now } };
  const missing = pool.instances.filter((each) => each.state === 'missing' || each.state === 'incomplete');
  if (missing.length > 0) return act(pushed, [restartStep(state)], 'operatorRestarting');
  const unready = pool.instances.filter(
    (each) => instanceStates[each.state].free && !passMends(each) && each.state !== 'current',
  );
  if (unready.length > 0) return wait(state, 'becomingReady', lookEveryMs);
  const [next] = freeInstances(pool)
    .filter(passMends)
    .sort((a, b) => Number(a.ready) - Number(b.ready) || (nameOf(a) < nameOf(b) ? 1 : -1));
  if (next === undefined) return stuck(state, because('nudgeInVain'));
  return act(pushed, [...removeInstance(state, next), restartStep(state)], 'operatorRestarting');
}

function nameOf({ parts }: InstanceAssessment): string {
  return parts.find((part) => part.kind === 'externalService')?.object.metadata.name ?? '';
}

function removeInstance({ pool }: PoolState, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter((part) => part.kind !== 'pvc')
    .map((part) => ({ step: 'removeInstance' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}
