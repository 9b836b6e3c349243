import type { InstanceAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { keepNone } from './batch.ts';
import { busyLookMs } from './policy.ts';
import { act, type PoolDecision, type PoolState, stuck, wait } from './pool-state.ts';
import { behindGate } from './renew.ts';
import { onPart, partsOf, targetOf } from './targets.ts';

/**
 * `--allow restart-operator`: what only a start of the operator makes. Behind the gate and after the second look, since an operator
 * that reconciles on ADDED renews as after a nudge; never with a claim in flight anywhere in
 * the namespace (a restart turns those into INTERRUPTED), never more than once a run. Stale sidecars, and those that stand
 * in for a lost main Deployment (docs/theia-cloud.md#f6), are deleted first: a start makes what is missing and compares nothing. Not while another
 * pool's nudge may be at work: a killed pass leaves instances of mixed generations (docs/theia-cloud.md#f12).
 */
export function restart(state: PoolState, instances: readonly InstanceAssessment[]): PoolDecision {
  const { assessment, memory } = state;
  if (!mayRestart(state)) {
    return stuck(state, because('needsRestart', { instances: instances.map((each) => each.id).join(', ') }));
  }
  if (assessment.inFlight.length > 0) {
    return wait(
      state,
      'claimsInFlight',
      busyLookMs,
      assessment.inFlight.map((each) => each.session),
    );
  }
  return behindGate(state, keepNone, (_, seen) => {
    if (state.othersRenewing || assessment.now - state.pushedAt < state.policy.settleMs) {
      return wait(seen, 'operatorWorking', busyLookMs);
    }
    const steps = [...instances.flatMap((each) => removeSidecars(state, each)), restartStep(state)];
    return act({ ...state, memory: { ...memory, lastPush: assessment.now } }, steps, 'operatorRestarting');
  });
}

export function mayRestart({ assessment, policy, restartedAt }: PoolState): boolean {
  const seen = assessment.operator.deployment !== undefined;
  return policy.mayRestart && policy.mayWrite && seen && restartedAt === undefined;
}

/** Sidecar Deployments of a free, closed instance that a start would otherwise take for current. */
function removeSidecars({ pool }: PoolState, instance: InstanceAssessment): WriteStep[] {
  const all = instance.reasons.some((reason) => reason.code === 'mainMissingBesideSidecar');
  const stale = new Set(
    instance.reasons.filter((reason) => reason.code === 'sidecarStale').map((reason) => reason.args.sidecar),
  );
  return partsOf(instance, 'sidecarDeployment')
    .filter((part) => all || stale.has(part.sidecar ?? ''))
    .map((part) => ({ step: 'removeSidecar' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

/** A rollout restart of the operator's Deployment. */
export function restartStep({ pool, assessment }: Pick<PoolState, 'pool' | 'assessment'>): WriteStep {
  const { deployment, namespace } = assessment.operator;
  if (deployment === undefined) throw new TypeError('no operator Deployment to restart');
  return { step: 'restartOperator', app: pool.name, namespace, on: targetOf(deployment) };
}
