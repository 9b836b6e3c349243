import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { Ground } from './ground.ts';
import type { IntactBaseline } from './judge-intact.ts';
import type { SessionBaseline } from './judge-sessions.ts';
import { type OperatorSeat, operatorSeat } from './operator-seat.ts';
import type { Given } from './scenario.ts';
import type { Run, RunningProcess } from './warmgate.ts';

/** One scenario under way. */
export interface Stage {
  readonly ground: Ground;
  readonly kind: OperatorKind;
  readonly given: Given;
  readonly operator: OperatorSeat;
  readonly runs: Map<string, Run>;
  /** Sessions started by steps. */
  readonly started: Set<string>;
  /** Live sessions as they were when the first run that saw them began. */
  baseline: SessionBaseline[] | undefined;
  /** Instances as they were then. */
  instances: IntactBaseline | undefined;
  /** Runs that were started and not waited for. */
  readonly background: Map<string, RunningProcess>;
  /** A mark of the traffic at that moment. */
  mark: unknown;
  /** Runs that said 0 over a pool that was not converged, by the suite's own look right after them. */
  readonly wrong: string[];
  /** Bare lines of what happened, for whoever reads a failure. */
  readonly diary: string[];
}

export function newStage(ground: Ground, kind: OperatorKind, given: Given): Stage {
  return {
    ground,
    kind,
    given,
    operator: operatorSeat(ground, kind, given.operator),
    runs: new Map(),
    started: new Set(),
    baseline: undefined,
    instances: undefined,
    background: new Map(),
    mark: undefined,
    wrong: [],
    diary: [],
  };
}

/** Waits on the ground's clock until `probe` says true. Throws with `what` after `seconds`. */
export async function until(
  { ground }: Pick<Stage, 'ground'>,
  what: string,
  probe: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const deadline = ground.clock.now() + seconds * 1000;
  while (!(await probe())) {
    if (ground.clock.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await ground.clock.sleep(ground.name === 'lab' ? 300 : 150);
  }
}
