import { RunError } from '../model/run-error.ts';
import type { Call } from './call.ts';
import type { ServerClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { type Answer, faultOf, isAnswer, type Outcome, passes } from './fault.ts';
import { limit, unlessStopped } from './limit.ts';
import { type Patience, pause, surelyNotDone } from './patience.ts';
import { send } from './transport.ts';

export interface Traffic {
  requests: number;
  writes: number;
}

/** What a request came to. `repeated`: an earlier try of it may have been carried out although its answer was lost. */
export interface Called {
  answer: Answer;
  repeated: boolean;
}

export interface CallerParts {
  credentials: Credentials;
  clock: ServerClock;
  patience: Patience;
  /** Ends waits and reads at once; a write under way may finish within {@link writeGraceMs}. */
  stop: AbortSignal;
  /** Wall milliseconds for one try. */
  requestTimeoutMs: number;
}

/** Wall milliseconds that a write under way gets after the signal to stop. */
export const writeGraceMs = 3_000;

/**
 * Sends a call until it is answered for good.
 * @throws ApiError what the server said last; RunError 'interrupted', 'credentialsFailed'
 */
export function caller(parts: CallerParts): { call: (call: Call) => Promise<Called>; traffic: Traffic } {
  const { credentials, clock, patience, stop } = parts;
  const traffic = { requests: 0, writes: 0 };

  const attempt = async (call: Call, line: Awaited<ReturnType<Credentials['line']>>): Promise<Outcome> => {
    const limited = limit(timeFor(parts), stop, call.write ? writeGraceMs : 0);
    traffic.requests += 1;
    if (call.write) traffic.writes += 1;
    const outcome = await send(line, call, limited.signal);
    limited.end();
    if (!isAnswer(outcome)) return outcome;
    clock.note(outcome.date);
    return outcome.status < 300 && !isJson(call, outcome) ? { lost: 'NotJson', sent: true } : outcome;
  };

  const call = async (call: Call): Promise<Called> => {
    let repeated = false;
    let renewed = false;
    let line = await unlessStopped(credentials.line(), stop);
    for (let tries = 1; ; tries += 1) {
      if (stop.aborted) throw new RunError('interrupted', {});
      const outcome = await attempt(call, line);
      if (isAnswer(outcome) && outcome.status < 300) return { answer: outcome, repeated };
      if (!isAnswer(outcome) && stop.aborted) throw new RunError('interrupted', {});
      const error = faultOf(call, outcome);
      if (error.fault === 'unauthorized' && !renewed) {
        renewed = true;
        line = await credentials.renew(line).catch(() => {
          throw error;
        });
        continue;
      }
      if (repeated && doneBefore(call, error.status)) return { answer: outcome as Answer, repeated };
      const ms = passes(error) ? pause(call, outcome, tries, patience) : undefined;
      if (ms === undefined) throw error;
      repeated ||= call.write && !surelyNotDone(outcome);
      await clock.sleep(ms, stop);
      line = await unlessStopped(credentials.line(), stop);
    }
  };
  return { call, traffic };
}

/** The object is gone: an earlier try of this delete did it. */
function doneBefore(call: Call, status: number): boolean {
  return call.verb === 'delete' && status === 404;
}

/** The lab's clock runs faster, so a try that hangs must end sooner there, but no sooner than a busy machine answers. */
function timeFor({ requestTimeoutMs, clock, patience }: CallerParts): number {
  const shortest = Math.min(3_000, requestTimeoutMs);
  const left = Math.min(requestTimeoutMs, Math.max(shortest, patience.remaining()));
  return Math.max(left / clock.scale, Math.min(1_000, requestTimeoutMs));
}

function isJson(call: Call, { text }: Answer): boolean {
  return call.resource === 'pods/log' || text.trimStart().startsWith('{');
}
