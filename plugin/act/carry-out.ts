import { ApiError } from '../cluster/port.ts';
import type { WriteStep } from '../model/steps.ts';
import { type Acted, type Acting, Refusal, type Result } from './acting.ts';
import { dropLease, hold, keepFollowed, openInstance, takeLease, unhold } from './gate.ts';
import { completeClaim, mendList } from './guard.ts';
import { markOutdated, removePart, restartOperator, sendNudge } from './renew.ts';

type Action<K extends WriteStep['step']> = (
  step: Extract<WriteStep, { step: K }>,
  acting: Acting,
) => Promise<void>;

type Wave = number | ((step: WriteStep) => number);

/** One action a step. `wave`: steps of one wave go out together, waves one after another; a failed one stops later waves of its pool. */
const actions: { [K in WriteStep['step']]: { wave: Wave; run: Action<K> } } = {
  mend: { wave: 0, run: mendList },
  lease: { wave: 1, run: takeLease },
  follow: { wave: 1, run: keepFollowed },
  hold: { wave: 2, run: hold },
  shield: { wave: 2, run: hold },
  complete: { wave: 2, run: completeClaim },
  unhold: { wave: 3, run: unhold },
  mark: { wave: 4, run: markOutdated },
  removeSibling: { wave: 4, run: removePart },
  removeSidecar: { wave: 4, run: removePart },
  removeInstance: { wave: removalWave, run: removePart },
  open: { wave: 7, run: openInstance },
  nudge: { wave: 8, run: sendNudge },
  restartOperator: { wave: 8, run: restartOperator },
  dropLease: { wave: 9, run: dropLease },
};

/** A claim takes the external Service, then the internal one, then the rest: only what won one of them may delete the next. */
function removalWave(step: WriteStep): number {
  if (!('on' in step) || step.on.kind !== 'Service') return 6;
  return 'part' in step.on && step.on.part === 'internalService' ? 5 : 4;
}

/**
 * Carries steps out. Nothing is sent once `acting.stop` is aborted. A conflict, a vanished object or a refused precondition
 * is a result, not an error: the next look decides again.
 * @throws ApiError 'forbidden', 'unauthorized', 'busy' and 'unreachable', RunError 'interrupted'
 */
export async function carryOut(
  steps: readonly WriteStep[],
  acting: Acting,
  done: (acted: Acted) => void,
): Promise<void> {
  const stopped = new Set<string>();
  const waves = [...new Set(steps.map(waveOf))].sort((a, b) => a - b);
  for (const wave of waves) {
    const now = steps.filter((step) => waveOf(step) === wave && !stopped.has(step.app));
    const results = await Promise.allSettled(now.map((step) => carry(step, acting)));
    const failures: unknown[] = [];
    results.forEach((result, at) => {
      const step = now[at];
      if (step === undefined) return;
      if (result.status === 'rejected') failures.push(result.reason);
      else if (result.value !== undefined) {
        done(result.value);
        if (result.value.result !== 'done') stopped.add(step.app);
      }
    });
    if (failures.length > 0) throw failures[0];
    if (acting.stop.aborted) return;
  }
}

function waveOf(step: WriteStep): number {
  const { wave } = actions[step.step];
  return typeof wave === 'number' ? wave : wave(step);
}

async function carry(step: WriteStep, acting: Acting): Promise<Acted | undefined> {
  if (acting.stop.aborted) return undefined;
  const at = acting.clock.now();
  try {
    await (actions[step.step].run as Action<WriteStep['step']>)(step as never, acting);
    return { step, at, result: 'done' };
  } catch (error) {
    const result = resultOf(error);
    if (result === undefined) throw error;
    return { step, at, result: result.result, why: result.why };
  }
}

function resultOf(error: unknown): { result: Result; why: string } | undefined {
  if (error instanceof Refusal) return { result: error.result, why: error.message };
  if (!(error instanceof ApiError)) return undefined;
  if (error.kind === 'conflict' || error.kind === 'notFound') return { result: 'moved', why: error.reason };
  return error.kind === 'invalid' ? { result: 'failed', why: error.reason } : undefined;
}
