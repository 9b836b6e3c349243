import type { Acted, Acting } from '../act/acting.ts';
import { carryOut } from '../act/carry-out.ts';
import { assess } from '../assess/assess.ts';
import type { AssessOptions } from '../assess/context.ts';
import type { Clock, Cluster } from '../cluster/port.ts';
import type { Decision, Situation } from '../decide/decision.ts';
import { RunError } from '../model/run-error.ts';
import type { Step, WriteStep } from '../model/steps.ts';
import { look, type Place, refuseUnknownApps } from '../observe/look.ts';
import {
  afterDecision,
  afterLook,
  afterWrites,
  appsIn,
  deletedIn,
  forgetful,
  leasesIn,
  type RunState,
  type Seen,
} from './state.ts';

/** What a run reaches of the world, and who hears of it. */
export interface Ports {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly place: Place;
  /** What counts as converged. */
  readonly assess: AssessOptions;
  /** Milliseconds of `--timeout` that are left. */
  readonly remaining: () => number;
  readonly stop: AbortSignal;
  /** Called with each round's steps before they are taken. */
  readonly decided?: (state: RunState, steps: readonly Step[]) => void;
  readonly acted?: (acted: Acted) => void;
  /** Whether the run goes on after a round that failed, so many times in a row. Default: it does not. */
  readonly survives?: (failure: unknown, times: number) => Promise<boolean>;
}

/** How a run ended: with what it knew last, and what stopped it, if anything did. */
export interface Ran {
  readonly state: RunState;
  readonly failure?: unknown;
}

/**
 * Observe, assess, decide, act, round after round, until the decision is to end. Never throws: a run that fails or is stopped
 * still knows what it saw and did.
 */
export async function runRounds(
  ports: Ports,
  start: RunState,
  decide: (now: Situation) => Decision,
): Promise<Ran> {
  let state = start;
  let decision: Decision | undefined;
  let failures = 0;
  for (;;) {
    try {
      if (decision !== undefined) {
        failIfStopped(ports);
        state = await lookAgain(ports, state, decision.forget);
      }
      decision = decide(state);
      state = afterDecision(state, decision);
      if (decision.end) return { state };
      if (decision.steps.length > 0) ports.decided?.(state, decision.steps);
      for await (const acted of carryOut(writesOf(decision), actingOf(ports, state))) {
        state = afterWrites(state, acted);
        for (const each of acted) ports.acted?.(each);
      }
      await rest(ports, state, decision);
      failures = 0;
    } catch (failure) {
      failures += 1;
      if (ports.survives === undefined || !(await ports.survives(failure, failures)))
        return { state, failure };
    }
  }
}

function failIfStopped({ stop }: Ports): void {
  if (stop.aborted) throw new RunError('interrupted', { signal: String(stop.reason ?? '') });
}

/**
 * One look, judged with what is remembered of those before.
 * @throws as `look`; RunError 'unknownApp' at a look without memory
 */
export async function see(ports: Ports, before?: RunState): Promise<Seen> {
  const { cluster, clock, place, remaining } = ports;
  const begunAt = clock.now();
  const snapshot = await look(cluster, clock, place);
  if (before === undefined) refuseUnknownApps(snapshot, ports.assess.apps);
  const deleted = before === undefined ? undefined : deletedIn(before);
  const { assessment, history } = assess(snapshot, before?.seen.history, ports.assess, deleted);
  return { assessment, snapshot, history, leftMs: remaining(), begunAt };
}

async function lookAgain(ports: Ports, state: RunState, forget = false): Promise<RunState> {
  return forget ? forgetful(state, await see(ports)) : afterLook(state, await see(ports, state));
}

function writesOf({ steps }: Decision): WriteStep[] {
  return steps.filter((step): step is WriteStep => step.step !== 'wait');
}

function actingOf({ cluster, clock, place, stop }: Ports, state: RunState): Acting {
  const { runId, policy } = state;
  const seen = { apps: appsIn(state), leases: leasesIn(state) };
  return { cluster, clock, stop, namespace: place.namespace, runId, holdForMs: policy.holdForMs, ...seen };
}

/** No longer than what is left of `--timeout`. */
async function rest(ports: Ports, { seen }: RunState, { steps, wake }: Decision): Promise<void> {
  const { cluster, clock, place, remaining, stop } = ports;
  const wait = steps.find((step) => step.step === 'wait');
  if (wait !== undefined) await clock.sleep(Math.min(wait.forMs, Math.max(0, remaining())), stop);
  else if (wake !== undefined) await cluster.wake(wake.kinds, place.namespace, wake.atMostMs);
  if (wake !== undefined) await clock.sleep(wake.apartMs - (clock.now() - seen.begunAt), stop);
}
