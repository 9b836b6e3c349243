import type { Acting } from '../../plugin/act/acting.ts';
import { carryOut } from '../../plugin/act/carry-out.ts';
import { assess } from '../../plugin/assess/assess.ts';
import type { History } from '../../plugin/assess/history.ts';
import type { Clock } from '../../plugin/cluster/port.ts';
import { type Decision, decide } from '../../plugin/decide/decide.ts';
import { finish } from '../../plugin/decide/finish.ts';
import { type Memory, startMemory } from '../../plugin/decide/memory.ts';
import type { Policy } from '../../plugin/decide/policy.ts';
import type { Assessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Step, WriteStep } from '../../plugin/model/steps.ts';
import { look } from '../../plugin/observe/look.ts';
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
  ending: NonNullable<Decision['ending']> | 'killed';
  stuck: Decision['stuck'];
  assessment: Assessment;
  cluster: WorldCluster;
  looks: number;
}

/** One `verify`, as the command runs it: look, assess, decide, act, and at the end the last writes. */
export async function verifyRun(play: Play, options: RunOptions): Promise<RunResult> {
  const { policy, runId, killAt = Number.POSITIVE_INFINITY } = options;
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
  const clock: Clock = { now: play.store.now, sleep: pause };
  const acting: Acting = {
    cluster,
    clock,
    namespace,
    runId,
    holdForMs: policy.holdForMs,
    leases: new Map(),
    apps: new Map(),
    deleted: new Set(),
    stop: new AbortController().signal,
  };
  let history: History | undefined;
  let memory: Memory | undefined;
  let looks = 0;
  const see = async (): Promise<Assessment> => {
    const snapshot = await look(cluster, clock, { namespace, operatorNamespace: namespace });
    looks += 1;
    const looked = assess(snapshot, history, usualAssess, acting.deleted);
    history = looked.history;
    const { pools } = looked.assessment;
    acting.apps = new Map(pools.map((pool) => [pool.name, pool.app]));
    acting.leases = new Map(
      pools.flatMap(({ name, gate }) => (gate.leases[0] === undefined ? [] : [[name, gate.leases[0]]])),
    );
    return looked.assessment;
  };
  const take = async (assessment: Assessment, steps: readonly Step[]): Promise<void> => {
    options.watch?.({ objects: play.store.all(), assessment, steps });
    const toWrite = steps.filter((step): step is WriteStep => step.step !== 'wait');
    await carryOut(toWrite, acting, () => undefined);
    const wait = steps.find((step) => step.step === 'wait');
    if (wait !== undefined) await pause(wait.forMs);
  };
  let assessment: Assessment | undefined;
  try {
    for (;;) {
      assessment = await see();
      memory ??= startMemory(runId, assessment.now);
      const decision: Decision = decide(assessment, policy, memory);
      memory = decision.memory;
      if (decision.ending === undefined) {
        await take(assessment, decision.steps);
        continue;
      }
      const { ending, stuck } = decision;
      options.watch?.({ objects: play.store.all(), assessment, steps: [] });
      if (ending !== 'pinned') await take(assessment, finish(assessment, policy, memory).steps);
      return { ending, stuck, assessment, cluster, looks };
    }
  } catch (error) {
    if (!(error instanceof Killed) || assessment === undefined) throw error;
    return { ending: 'killed', stuck: {}, assessment, cluster, looks };
  }
}

/** Several runs at once: none waits without letting the others and the world go on. */
export async function runTogether(play: Play, runs: readonly RunOptions[]): Promise<RunResult[]> {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => play.after(ms, resolve));
  let left = runs.length;
  const all = runs.map(async (options) => {
    try {
      return await verifyRun(play, { ...options, pause });
    } finally {
      left -= 1;
    }
  });
  while (left > 0) {
    play.next();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Promise.all(all);
}
