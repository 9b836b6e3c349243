import type { Clock } from '../../cluster/port.ts';
import type { OperatorKind } from '../../theia/reconcile/kinds.ts';
import type { OperatorSettings } from '../../theia/templates/settings.ts';
import type { Client } from './client.ts';

/** What everything inside one running operator process shares. */
export interface Context {
  readonly kind: OperatorKind;
  readonly namespace: string;
  readonly client: Client;
  readonly settings: OperatorSettings;
  readonly eagerStart: boolean;
  /** Undefined: no limit. */
  readonly sessionsPerUser: number | undefined;
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
