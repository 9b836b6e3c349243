import type { Ending } from '../../plugin/decide/decision.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import { decideVerify } from '../../plugin/decide/verify.ts';
import type { Assessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Step } from '../../plugin/model/steps.ts';
import { type Ports, runRounds, see } from '../../plugin/run/rounds.ts';
import { startState } from '../../plugin/run/state.ts';
import { type WorldCluster, worldCluster } from './world-cluster.ts';
import { usualAssess } from './world-look.ts';
import { namespace } from './world-objects.ts';
import type { Play } from './world-play.ts';

/** The run's process is gone, in the middle of whatever it did. */
export class Killed extends Error {}

export interface RunOptions {
  policy: Policy;
  runId: string;
  /** Killed just before this write, counted from 1. */
  killAt?: number;
  /** Sees each look and what was decided on it. */
  watch?: (look: { objects: readonly KubeObject[]; assessment: Assessment; steps: readonly Step[] }) => void;
  /** How it waits, ms: by default time passes at once, which leaves no room for another run beside it. */
  pause?: (ms: number) => Promise<void>;
}

export interface RunResult {
  ending: Ending['how'] | 'killed';
  stuck: Ending['stuck'];
  assessment: Assessment;
  cluster: WorldCluster;
  looks: number;
}

/** One `verify` on a generated world: the program's own rounds, from the first look to the end. */
export async function verifyRun(play: Play, options: RunOptions): Promise<RunResult> {
  const { policy, runId, watch, killAt = Number.POSITIVE_INFINITY } = options;
  const pause = options.pause ?? (async (ms: number) => play.advance(ms));
  let writes = 0;
  let dead = false;
  const cluster = worldCluster(play.store, async (verb) => {
    if (dead) throw new Killed();
    await pause(play.between(1, 6));
    if (verb === 'list' || verb === 'get') return;
    writes += 1;
    dead = writes >= killAt;
    if (dead) throw new Killed();
  });
  const begun = play.store.now();
  const ports: Ports = {
    cluster,
    clock: { now: play.store.now, sleep: pause },
    place: { namespace, operatorNamespace: namespace },
    assess: usualAssess,
    remaining: () => policy.timeoutMs - (play.store.now() - begun),
    stop: new AbortController().signal,
    decided: ({ last }, steps) => watch?.({ objects: play.store.all(), assessment: last, steps }),
  };
  const { state, failure } = await runRounds(
    ports,
    startState(runId, policy, await see(ports)),
    decideVerify,
  );
  const { last: assessment, looks, memory } = state;
  if (failure instanceof Killed) return { ending: 'killed', stuck: {}, assessment, cluster, looks };
  if (failure !== undefined || memory.ending === undefined) throw failure ?? new Error('no end');
  const { how: ending, stuck } = memory.ending;
  return { ending, stuck, assessment, cluster, looks };
}

/** Several runs at once: none waits without letting the others and the world go on. */
export async function runTogether(play: Play, runs: readonly RunOptions[]): Promise<RunResult[]> {
  const pause = (ms: number): Promise<void> => play.clock.sleep(ms);
  return play.clock.until(Promise.all(runs.map((options) => verifyRun(play, { ...options, pause }))));
}
