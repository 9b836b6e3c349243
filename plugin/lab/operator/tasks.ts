import type { Request, Work } from '../../theia/reconcile/requests.ts';
import type { LabClock } from '../clock.ts';
import type { Connection, Outcome } from './connection.ts';

/** What the work of one process is done with. */
export interface TaskOptions {
  readonly connection: Connection;
  readonly clock: LabClock;
  /** Milliseconds of the clock that one object of a pass, or one step of a claim, takes. */
  readonly pace: () => number;
  log(line: string): void;
}

/** Runs pieces of the operator's work side by side, each request after the answer to the one before. */
export interface Tasks {
  /** `done` hears what came of it: during the call, later, or never once the tasks are stopped. */
  start<T>(work: Work<T>, done: (outcome: Outcome) => void): void;
  /** No request is sent and no work goes on after it. */
  stop(): void;
}

export function createTasks({ connection, clock, pace, log }: TaskOptions): Tasks {
  const lock = createLock();
  let stopped = false;

  function perform(request: Request, answered: (outcome: Outcome) => void): void {
    switch (request.verb) {
      case 'pause': {
        const ms = request.paces === 0 ? request.ms : request.paces * pace() + request.ms;
        clock.after(ms, () => answered({ value: undefined }));
        return;
      }
      case 'lock':
        lock.take(() => answered({ value: undefined }));
        return;
      case 'unlock':
        answered({ value: undefined });
        lock.free();
        return;
      case 'now':
        answered({ value: clock.now() });
        return;
      case 'log':
        log(request.line);
        answered({ value: undefined });
        return;
      default:
        connection.send(request, answered);
    }
  }

  return {
    stop: () => {
      stopped = true;
    },
    start: <T>(work: Work<T>, done: (outcome: Outcome) => void) => {
      let next: (() => IteratorResult<Request, T>) | undefined;
      let looping = false;
      /** An answer that comes during the call is taken up by the loop that asked, not by one more. */
      const resume = (step: () => IteratorResult<Request, T>): void => {
        next = step;
        if (looping) return;
        looping = true;
        while (next !== undefined && !stopped) {
          const now: () => IteratorResult<Request, T> = next;
          next = undefined;
          let result: IteratorResult<Request, T>;
          try {
            result = now();
          } catch (error) {
            done({ error });
            return;
          }
          if (result.done === true) {
            done({ value: result.value });
            return;
          }
          perform(result.value, (outcome) =>
            resume(() => ('error' in outcome ? work.throw(outcome.error) : work.next(outcome.value))),
          );
        }
        looping = false;
      };
      resume(() => work.next());
    },
  };
}

interface Lock {
  take(taken: () => void): void;
  free(): void;
}

function createLock(): Lock {
  const waiting: (() => void)[] = [];
  let held = false;
  return {
    take: (taken) => {
      if (held) {
        waiting.push(taken);
        return;
      }
      held = true;
      taken();
    },
    free: () => {
      const next = waiting.shift();
      if (next === undefined) held = false;
      else next();
    },
  };
}
