import type { InstanceAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { WriteStep } from '../model/steps.ts';
import { busyLookMs, lookEveryMs } from './policy.ts';
import { passMends } from './renew.ts';
import { restartStep } from './restarting.ts';
import { act, busySessions, type PoolDecision, type Scene, stuck, wait } from './scene.ts';
import { freeInstances, onPart } from './targets.ts';

/**
 * `--allow replace`, for upstream operators: no gate, no nudge. One stale free instance at a time is deleted, capacity never
 * below minInstances − 1, and the operator restarted, which makes what is missing. First one that serves nobody, then the
 * last by name: the picks of new sessions go by name, 10 before 2. Sessions may get old instances until the last is renewed,
 * and the report says so.
 */
export function replaceOne(scene: Scene): PoolDecision {
  const { pool, assessment, policy, memory } = scene;
  if (!policy.mayWrite) return stuck(scene, because('mayNotRenew', { rights: policy.lacks ?? '' }));
  if (!policy.mayReplace || assessment.operator.deployment === undefined) {
    return stuck(scene, because('replaceNotAllowed'));
  }
  const busy = [...new Set([...busySessions(scene), ...assessment.inFlight.map((each) => each.session)])];
  if (busy.length > 0) return wait(scene, 'claimsInFlight', busyLookMs, busy);
  const pushed = { ...scene, memory: { ...memory, lastPush: assessment.now } };
  const missing = pool.instances.filter((each) => each.state === 'missing' || each.state === 'incomplete');
  if (missing.length > 0) return act(pushed, [restartStep(scene)], 'operatorRestarting');
  const unready = pool.instances.filter(
    (each) => instanceStates[each.state].free && !passMends(each) && each.state !== 'current',
  );
  if (unready.length > 0) return wait(scene, 'becomingReady', lookEveryMs);
  const [next] = freeInstances(pool)
    .filter(passMends)
    .sort((a, b) => Number(a.ready) - Number(b.ready) || (nameOf(a) < nameOf(b) ? 1 : -1));
  if (next === undefined) return stuck(scene, because('nudgeInVain'));
  return act(pushed, [...removeInstance(scene, next), restartStep(scene)], 'operatorRestarting');
}

function nameOf({ parts }: InstanceAssessment): string {
  return parts.find((part) => part.kind === 'externalService')?.object.metadata.name ?? '';
}

function removeInstance({ pool }: Scene, instance: InstanceAssessment): WriteStep[] {
  return instance.parts
    .filter((part) => part.kind !== 'pvc')
    .map((part) => ({ step: 'removeInstance' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}
