import { type Contender, startContender } from './contender.ts';
import type { OperatorOptions } from './options.ts';

/** A running Theia Cloud operator: a client of an API server, in this process. */
export interface RunningOperator {
  /** One a replica, in no order of importance. */
  readonly contenders: readonly Contender[];
  /** Some replica holds the Lease, as far as it knows. */
  isLeading(): boolean;
  /** Milliseconds since the leader last did anything with its watches up; 0 while it is at something, or nobody leads. */
  quietFor(): number;
  /** Resolves when it was quiet for `ms` from now on; rejects after `withinMs`. Both of the operator's clock. */
  whenQuiet(ms?: number, withinMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** At once, in the middle of whatever it does; not one further request is sent. */
  kill(): void;
}

/**
 * Starts an operator that behaves as theia-cloud.md section 2 says, on any API server that the options lead to.
 * It makes nothing of its own Deployment: see `installOperator`.
 */
export function startOperator(options: OperatorOptions): RunningOperator {
  const { clock } = options;
  const contenders = Array.from({ length: options.replicas ?? 1 }, (_, index) =>
    startContender({ ...options, log: (line) => options.log?.(`${index}: ${line}`) }),
  );
  const quietFor = (): number => Math.max(...contenders.map((contender) => contender.quietFor()));
  return {
    contenders,
    isLeading: () => contenders.some((contender) => contender.isLeader()),
    quietFor,
    whenQuiet: async (ms = 2000, withinMs = 120_000) => {
      const asked = clock.now();
      while (quietFor() < ms || clock.now() - asked < ms) {
        if (clock.now() > asked + withinMs)
          throw new Error(`the operator was not quiet within ${withinMs} ms`);
        await clock.sleep(100);
      }
    },
    stop: async () => {
      await Promise.all(contenders.map((contender) => contender.stop()));
    },
    kill: () => {
      for (const contender of contenders) contender.kill();
    },
  };
}
