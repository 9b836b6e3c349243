import type { Acted } from '../act/acting.ts';
import type { History } from '../assess/history.ts';
import { type Decision, noMemory, type Situation } from '../decide/decision.ts';
import type { Policy } from '../decide/policy.ts';
import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Snapshot } from '../model/snapshot.ts';

/** One look, judged. */
export interface Seen {
  readonly assessment: Assessment;
  readonly snapshot: Snapshot;
  readonly history: History;
  /** Milliseconds of `--timeout` that were left after it. */
  readonly leftMs: number;
  /** When it began, on the cluster's clock. */
  readonly begunAt: number;
}

/** All that a run knows, and what it decides on. Every round makes a new one. */
export interface RunState extends Situation {
  readonly acted: readonly Acted[];
  readonly seen: Seen;
}

export function startState(runId: string, policy: Policy, seen: Seen): RunState {
  const { assessment, leftMs } = seen;
  const nothing = { acted: [], findings: [], memory: noMemory };
  return { ...nothing, runId, policy, seen, leftMs, first: assessment, last: assessment, looks: 1 };
}

export function afterLook(state: RunState, seen: Seen): RunState {
  const { assessment, leftMs } = seen;
  return { ...state, seen, leftMs, last: assessment, looks: state.looks + 1 };
}

/** As if this look were the first. */
export function forgetful(state: RunState, seen: Seen): RunState {
  return { ...afterLook(state, seen), first: seen.assessment, acted: [] };
}

export function afterDecision(state: RunState, { memory, findings }: Decision): RunState {
  return { ...state, memory: memory ?? state.memory, findings: findings ?? state.findings };
}

export function afterWrites(state: RunState, acted: readonly Acted[]): RunState {
  return { ...state, acted: [...state.acted, ...acted] };
}

/** uids that this run deleted: their absence is not the operator's doing. NotFound: the answer to the delete was lost. */
export function deletedIn({ acted }: RunState): ReadonlySet<string> {
  return new Set(
    acted.flatMap(({ step, result, why }) => {
      const removal =
        step.step === 'removeSibling' || step.step === 'removeSidecar' || step.step === 'removeInstance';
      return removal && (result === 'done' || why === 'NotFound') ? [step.on.uid] : [];
    }),
  );
}

/** AppDefinitions by name, as last seen. */
export function appsIn({ last }: RunState): ReadonlyMap<string, KubeObject> {
  return new Map(last.pools.map((pool) => [pool.name, pool.app]));
}

/** The Leases of their gates, as last seen. */
export function leasesIn({ last }: RunState): ReadonlyMap<string, KubeObject> {
  return new Map(
    last.pools.flatMap(({ name, gate: { leases } }): [string, KubeObject][] =>
      leases[0] === undefined ? [] : [[name, leases[0]]],
    ),
  );
}
