import type { Clock } from '../../cluster/port.ts';
import type { Operator } from '../../theia/reconcile/kinds.ts';
import type { Client } from './client.ts';

/** What everything inside one running operator process shares. */
export interface Context extends Operator {
  readonly namespace: string;
  readonly client: Client;
  /** Milliseconds of the operator's clock that one object, or one step of a claim, takes. */
  readonly pace: number;
  readonly now: () => number;
  /** Throws once the process is dead, so nothing goes on after it. */
  pause(ms: number): Promise<void>;
  log(line: string): void;
}

/** Thrown out of every wait when the process was killed or its life is over. */
export class Dead extends Error {
  constructor() {
    super('the operator is dead');
    this.name = 'Dead';
  }
}

export function pauseOn(clock: Clock, signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    if (!signal.aborted) await clock.sleep(ms, signal);
    if (signal.aborted) throw new Dead();
  };
}
