import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { because, type Reason, type ReasonCode } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import type { Kept } from './batch.ts';

/** The instance that was renewed first and keeps the others waiting, with what it waits for; undefined when none does. */
export function failedCanary(pool: PoolAssessment, kept: Kept): Reason | undefined {
  if (kept.size === 0) return undefined;
  const canary = pool.instances.find((each) => !kept.has(each.id) && isUnready(each));
  return canary && because('canaryFailed', { instance: canary.id, ...failureOf(canary) });
}

function isUnready(instance: InstanceAssessment): boolean {
  return instanceStates[instance.state].free && failure(instance) !== undefined;
}

/** The worst first. */
const failures: readonly ReasonCode[] = ['podDoomed', 'podFailing', 'podWaiting', 'notReady'];

function failure({ reasons }: InstanceAssessment): Reason | undefined {
  return failures
    .map((code) => reasons.find((reason) => reason.code === code))
    .find((reason) => reason !== undefined);
}

function failureOf(instance: InstanceAssessment): { container: string; why: string } {
  const { container = '', why = 'not Ready' } = failure(instance)?.args ?? {};
  return { container: String(container), why: String(why) };
}
