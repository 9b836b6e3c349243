import type { Decision, Ending } from '../../plugin/decide/decision.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { Assessment, PoolAssessment } from '../../plugin/model/assessment.ts';
import type { Step } from '../../plugin/model/steps.ts';
import type { WorldSpec } from './world.ts';
import { build } from './world-build.ts';
import { type FrozenLook, frozenLooks, usualPolicy } from './world-frozen.ts';
import { lookAt } from './world-look.ts';
import { worldStart } from './world-objects.ts';

/** One look at a world, judged. */
export function judged(world: WorldSpec): Assessment {
  return lookAt(build(world), worldStart).assessment;
}

export function poolOf(world: WorldSpec, name = 'java'): PoolAssessment {
  const found = judged(world).pools.find((pool) => pool.name === name);
  if (found === undefined) throw new Error(`no pool ${name}`);
  return found;
}

/** A look at a world that does not move, 14.5 s on: it has settled, and a gate that was closed was seen so for 2.5 s. */
export function decided(world: WorldSpec, policy: Partial<Policy> = {}): FrozenLook & Outcome {
  const look = frozenLooks(world, { ...usualPolicy, ...policy })
    .slice(0, 4)
    .at(-1);
  if (look === undefined) throw new Error('no look');
  return { ...look, ...outcomeOf(look.decision) };
}

export interface Outcome {
  /** How the run ends; its last writes are the steps then. */
  ending: Ending['how'] | undefined;
  stuck: Ending['stuck'];
}

export function outcomeOf({ memory }: Decision): Outcome {
  return { ending: memory?.ending?.how, stuck: memory?.ending?.stuck ?? {} };
}

/** Steps in words, sorted: `hold 2 internalService`, `nudge java`, `wait settling`. */
export function words(steps: readonly Step[]): string[] {
  return steps.map(word).sort();
}

function word(step: Step): string {
  if (step.step === 'wait') return `wait ${step.why}`;
  return 'id' in step ? `${step.step} ${step.id} ${step.on.part}` : `${step.step} ${step.app}`;
}
