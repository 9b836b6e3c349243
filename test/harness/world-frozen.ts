import type { History } from '../../plugin/assess/history.ts';
import { type Decision, noMemory, type Situation } from '../../plugin/decide/decision.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import { decideVerify } from '../../plugin/decide/verify.ts';
import type { Assessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { WorldSpec } from './world.ts';
import { build, operatorIn } from './world-build.ts';
import { lookAt } from './world-look.ts';
import { worldStart } from './world-objects.ts';

export const usualPolicy: Policy = {
  settleMs: 10_000,
  timeoutMs: 240_000,
  maxNudges: 2,
  holdForMs: 3_600_000,
  mayWrite: true,
  waitForOperator: true,
  onFailure: 'auto',
  mayRestart: false,
  mayReplace: false,
  expectImages: {},
};

export interface FrozenLook {
  objects: KubeObject[];
  assessment: Assessment;
  /** What {@link decision} was decided on. */
  now: Situation;
  decision: Decision;
}

/** A write to any of it, however deep, throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}

/** When the looks are: the last ones find a world that has settled, and a gate that was closed for longer than 2 s. */
const at = [0, 1000, 12_000, 14_500, 17_000];

/** Looks at a world in which nothing moves but time and the operator's Lease: the decisions of a run whose writes all fail. */
export function frozenLooks(
  world: WorldSpec,
  policy: Policy,
  freeze: <T>(value: T) => T = (value) => value,
): FrozenLook[] {
  let history: History | undefined;
  let before: Situation | undefined;
  const looks: FrozenLook[] = [];
  const still = build({ ...world, operator: 'absent' });
  for (const ms of at) {
    const time = worldStart + ms;
    const objects = [...still, ...operatorIn(world, time)];
    const looked = lookAt(objects, time, history);
    history = looked.history;
    const { assessment } = looked;
    const now = freeze(nextSituation(before, assessment, policy, policy.timeoutMs - ms));
    const decision = freeze(decideVerify(now));
    looks.push({ objects, assessment, now, decision });
    if (decision.end || decision.memory?.ending !== undefined) break;
    before = { ...now, memory: decision.memory ?? now.memory, findings: decision.findings ?? now.findings };
  }
  return looks;
}

function nextSituation(
  before: Situation | undefined,
  last: Assessment,
  policy: Policy,
  leftMs: number,
): Situation {
  const looks = (before?.looks ?? 0) + 1;
  const fresh = { runId: 'run-test', policy, first: last, acted: [], memory: noMemory, findings: [] };
  return { ...fresh, ...before, last, looks, leftMs };
}

/** A run's first look at a world. */
export function firstSituation(last: Assessment, policy: Partial<Policy> = {}): Situation {
  const all = { ...usualPolicy, ...policy };
  return nextSituation(undefined, last, all, all.timeoutMs);
}
