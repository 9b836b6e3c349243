import type { History } from '../../plugin/assess/history.ts';
import { type Decision, decide } from '../../plugin/decide/decide.ts';
import { type Memory, startMemory } from '../../plugin/decide/memory.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
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
  decision: Decision;
  before: Memory;
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
  let memory = startMemory('run-test', worldStart);
  const looks: FrozenLook[] = [];
  const still = build({ ...world, operator: 'absent' });
  for (const ms of at) {
    const now = worldStart + ms;
    const objects = [...still, ...operatorIn(world, now)];
    const looked = lookAt(objects, now, history);
    history = looked.history;
    freeze(looked.assessment);
    const decision = freeze(decide(looked.assessment, freeze(policy), memory));
    looks.push({ objects, assessment: looked.assessment, decision, before: memory });
    memory = decision.memory;
    if (decision.ending !== undefined) break;
  }
  return looks;
}
