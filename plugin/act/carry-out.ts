import { ApiError } from '../cluster/port.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { type Acted, type Acting, Refusal, type Result } from './acting.ts';
import { dropLease, hold, keepFollowed, openInstance, takeLease, unhold } from './gate.ts';
import { completeClaim, mendList } from './guard.ts';
import { type Burst, sharedSessions } from './preconditions.ts';
import { markOutdated, removePart, restartOperator, sendNudge } from './renew.ts';

/** Gives the object as the API server answered; undefined when nothing was written or it was deleted. */
type Action<K extends WriteStep['step']> = (
  step: Extract<WriteStep, { step: K }>,
  acting: Burst,
) => Promise<KubeObject | undefined>;

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
 * Carries steps out and gives what came of them, wave by wave. Nothing is sent once `acting.stop` is aborted. A conflict, a
 * vanished object or a refused precondition is a result, not an error: the next look decides again.
 * @throws ApiError 'forbidden', 'unauthorized', 'busy' and 'unreachable', after the results of that wave
 */
export async function* carryOut(
  steps: readonly WriteStep[],
  acting: Acting,
): AsyncGenerator<readonly Acted[], void> {
  const sessions = sharedSessions(acting);
  const stopped = new Set<string>();
  let { leases } = acting;
  for (const wave of [...new Set(steps.map(waveOf))].sort((a, b) => a - b)) {
    const now = steps.filter((step) => waveOf(step) === wave && !stopped.has(step.app));
    const burst = { ...acting, leases, sessions };
    const settled = await Promise.allSettled(now.map((step) => carry(step, burst)));
    const carried = settled.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
    yield carried.map(({ acted }) => acted);
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    if (acting.stop.aborted) return;
    for (const { acted } of carried) if (acted.result !== 'done') stopped.add(acted.step.app);
    leases = new Map([...leases, ...carried.flatMap(takenLease)]);
  }
}

/** A hold names the Lease that the wave before it took. */
function takenLease({ acted, written }: Carried): [string, KubeObject][] {
  return written?.kind === 'Lease' ? [[acted.step.app, written]] : [];
}

interface Carried {
  acted: Acted;
  written?: KubeObject | undefined;
}

function waveOf(step: WriteStep): number {
  const { wave } = actions[step.step];
  return typeof wave === 'number' ? wave : wave(step);
}

async function carry(step: WriteStep, burst: Burst): Promise<Carried | undefined> {
  if (burst.stop.aborted) return undefined;
  const at = burst.clock.now();
  try {
    const written = await (actions[step.step].run as Action<WriteStep['step']>)(step as never, burst);
    return { acted: { step, at, result: 'done' }, written };
  } catch (error) {
    const result = resultOf(error);
    if (result === undefined) throw error;
    return { acted: { step, at, result: result.result, why: result.why } };
  }
}

function resultOf(error: unknown): { result: Result; why: string } | undefined {
  if (error instanceof Refusal) return { result: error.result, why: error.message };
  if (!(error instanceof ApiError)) return undefined;
  if (error.kind === 'conflict' || error.kind === 'notFound') return { result: 'moved', why: error.reason };
  return error.kind === 'invalid' ? { result: 'failed', why: error.reason } : undefined;
}
