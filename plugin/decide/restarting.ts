import type { InstanceAssessment } from '../model/assessment.ts';
import { because } from '../model/reasons.ts';
import type { WriteStep } from '../model/steps.ts';
import { keepNone } from './batch.ts';
import { busyLookMs } from './policy.ts';
import { behindGate } from './renewing.ts';
import { act, type PoolDecision, type Scene, stuck, wait } from './scene.ts';
import { onPart, partsOf, targetOf } from './targets.ts';

/**
 * `--allow restart-operator`: what only a start of the operator makes. Behind the gate and after the second look, since an operator
 * that reconciles on ADDED renews as after a nudge; never with a claim in flight anywhere in
 * the namespace (a restart turns those into INTERRUPTED), never more than once a run. Stale sidecars, and those that stand
 * in for a lost main Deployment (F6), are deleted first: a start makes what is missing and compares nothing. Not while another
 * pool's nudge may be at work: a killed pass leaves instances of mixed generations (F12).
 */
export function restart(scene: Scene, instances: readonly InstanceAssessment[]): PoolDecision {
  const { assessment, memory } = scene;
  if (!mayRestart(scene)) {
    return stuck(scene, because('needsRestart', { instances: instances.map((each) => each.id).join(', ') }));
  }
  if (assessment.inFlight.length > 0) {
    return wait(
      scene,
      'claimsInFlight',
      busyLookMs,
      assessment.inFlight.map((each) => each.session),
    );
  }
  return behindGate(scene, keepNone, (_, seen) => {
    if (scene.othersRenewing || assessment.now - scene.pushedAt < scene.policy.settleMs) {
      return wait(seen, 'operatorWorking', busyLookMs);
    }
    const steps = [...instances.flatMap((each) => removeSidecars(scene, each)), restartStep(scene)];
    return act({ ...scene, memory: { ...memory, lastPush: assessment.now } }, steps, 'operatorRestarting');
  });
}

export function mayRestart({ assessment, policy, restartedAt }: Scene): boolean {
  const seen = assessment.operator.deployment !== undefined;
  return policy.mayRestart && policy.mayWrite && seen && restartedAt === undefined;
}

/** Sidecar Deployments of a free, closed instance that a start would otherwise take for current. */
function removeSidecars({ pool }: Scene, instance: InstanceAssessment): WriteStep[] {
  const all = instance.reasons.some((reason) => reason.code === 'mainMissingBesideSidecar');
  const stale = new Set(
    instance.reasons.filter((reason) => reason.code === 'sidecarStale').map((reason) => reason.args.sidecar),
  );
  return partsOf(instance, 'sidecarDeployment')
    .filter((part) => all || stale.has(part.sidecar ?? ''))
    .map((part) => ({ step: 'removeSidecar' as const, app: pool.name, id: instance.id, on: onPart(part) }));
}

/** A rollout restart of the operator's Deployment. */
export function restartStep({ pool, assessment }: Pick<Scene, 'pool' | 'assessment'>): WriteStep {
  const { deployment, namespace } = assessment.operator;
  if (deployment === undefined) throw new TypeError('no operator Deployment to restart');
  return { step: 'restartOperator', app: pool.name, namespace, on: targetOf(deployment) };
}
