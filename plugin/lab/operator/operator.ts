import type { Operator, OperatorKind } from '../../theia/reconcile/kinds.ts';
import { type OperatorSettings, usualSettings } from '../../theia/templates/subject.ts';
import type { LabClock } from '../clock.ts';
import { readAccess, type ServerAccess } from './access.ts';
import type { Connection } from './connection.ts';
import { httpConnection } from './http-connection.ts';
import { type AtWork, type Process, startProcess, type Timing, usualTiming } from './process.ts';

export interface OperatorOptions {
  kind: OperatorKind;
  /** A kubeconfig's path, where the server is, or what makes a new connection to it. */
  server: string | ServerAccess | (() => Connection);
  namespace: string;
  clock: LabClock;
  /** @default true */
  keycloak?: boolean;
  /** False: no pool at all, every session starts lazily. @default true */
  eagerStart?: boolean;
  /** Undefined: no limit. */
  sessionsPerUser?: number;
  /** Pods that compete for the Lease. @default 1 */
  replicas?: number;
  /** Milliseconds of the clock for one object of a pass and one step of a claim, each time asked anew. @default 60 */
  pace?: number | (() => number);
  settings?: Partial<OperatorSettings>;
  timing?: Partial<Timing>;
  /** Its first process has led for a long time. */
  atWork?: AtWork;
  log?: (line: string) => void;
}

/** A running Theia Cloud operator: a client of an API server, in this process. */
export interface RunningOperator {
  /** One a replica, in no order of importance. */
  readonly pods: readonly OperatorPod[];
  /** Some replica holds the Lease, as far as it knows. */
  isLeading(): boolean;
  /** Resolves when it was quiet for `ms` from now on; rejects after `withinMs`. Both of the operator's clock. */
  whenQuiet(ms?: number, withinMs?: number): Promise<void>;
  stop(): Promise<void>;
  /** At once, in the middle of whatever it does; not one further request is sent. */
  kill(): void;
}

/**
 * Starts an operator that behaves as docs/theia-cloud.md#events says, on any API server that the options lead to.
 * It makes nothing of its own Deployment: see `installOperator`.
 */
export function startOperator(options: OperatorOptions): RunningOperator {
  const { clock } = options;
  const pods = Array.from({ length: options.replicas ?? 1 }, (_, index) =>
    startOperatorPod({ ...options, log: (line) => options.log?.(`${index}: ${line}`) }),
  );
  const quietFor = (): number => Math.max(...pods.map((pod) => pod.quietFor()));
  return {
    pods,
    isLeading: () => pods.some((pod) => pod.isLeader()),
    whenQuiet: async (ms = 2000, withinMs = 120_000) => {
      const asked = clock.now();
      while (quietFor() < ms || clock.now() - asked < ms) {
        if (clock.now() > asked + withinMs)
          throw new Error(`the operator was not quiet within ${withinMs} ms`);
        await clock.sleep(100);
      }
    },
    stop: async () => {
      await Promise.all(pods.map((pod) => pod.stop()));
    },
    kill: () => {
      for (const pod of pods) pod.kill();
    },
  };
}

/** One pod of the operator: its process is started again whenever it ends by itself. */
export interface OperatorPod {
  isLeader(): boolean;
  /** Milliseconds since it last did anything, as leader with its watches up; 0 while it is at something. */
  quietFor(): number;
  /** In order: no new work, the work under way is finished, the Lease given back. Resolves at the end, killed or not. */
  stop(): Promise<void>;
  /** Like SIGKILL: from this moment on not one request is sent, whatever was under way. */
  kill(): void;
}

export function startOperatorPod(options: OperatorOptions): OperatorPod {
  const { kind, server, namespace, clock, pace = 60, log = () => undefined } = options;
  const timing = { ...usualTiming, ...options.timing };
  const operator: Operator = {
    kind,
    settings: {
      ...usualSettings,
      keycloak: options.keycloak ?? true,
      generationLabels: kind !== 'upstream',
      ...options.settings,
    },
    eagerStart: options.eagerStart ?? true,
    sessionsPerUser: options.sessionsPerUser,
  };
  const access = typeof server === 'string' ? readAccess(server) : server;
  const connect = typeof access === 'function' ? access : () => httpConnection(access, namespace);
  let over = false;
  let stopping = false;
  let process: Process | undefined;

  function live(atWork?: AtWork): void {
    if (over) return;
    const task = {
      connection: connect(),
      clock,
      pace: typeof pace === 'number' ? () => pace : pace,
      log,
    };
    const endedByItself = (reason: string): void => {
      log(`The operator ends: ${reason}`);
      process = undefined;
      if (stopping) kill();
      else clock.after(timing.restart, live);
    };
    process = startProcess(operator, task, timing, endedByItself, atWork);
  }

  live(options.atWork);
  const ended = Promise.withResolvers<void>();
  const kill = (): void => {
    over = true;
    process?.kill();
    process = undefined;
    ended.resolve();
  };
  return {
    kill,
    isLeader: () => process?.isLeader() ?? false,
    quietFor: () => process?.quietFor() ?? 0,
    stop: () => {
      stopping = true;
      if (process === undefined) kill();
      else process.finish(kill);
      return ended.promise;
    },
  };
}
