import { RunError } from '../model/run-error.ts';
import type { Call } from './requests.ts';
import type { ServerClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { type Answer, type Outcome, faultOf, isAnswer, passes } from './errors.ts';
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

/** How long to go on asking, and in what rhythm. All in milliseconds of the cluster's clock. */
export interface Patience {
  /** What is left until the deadline; at 0 nothing is tried twice. */
  remaining: () => number;
  /** 0 to 1; default `Math.random`. */
  random?: () => number;
}

const firstPause = 200;
const longestPause = 8_000;
/** What the last try before the deadline gets, so that all of `--timeout` is used before somebody is woken. */
const lastTry = 1_000;

/**
 * The pause before try number `tries` + 1, or undefined when there is none: the deadline comes first, or a second try
 * could do the work twice. Doubles from 0.2 s to 8 s, half of it by chance, but the last try
 * comes 1 s before the deadline; a Retry-After is kept, with some chance on top.
 */
export function pause(call: Call, outcome: Outcome, tries: number, patience: Patience): number | undefined {
  if (call.repeat === 'unsent' && !surelyNotDone(outcome)) return undefined;
  const chance = (patience.random ?? Math.random)();
  const asked = isAnswer(outcome) ? outcome.retryAfterMs : undefined;
  const grown = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10));
  const ms = asked === undefined ? grown * (0.5 + chance / 2) : asked + firstPause * chance;
  const left = patience.remaining();
  if (asked === undefined && left > lastTry) return Math.min(ms, left - lastTry);
  return ms < left ? ms : undefined;
}

/** 429 is answered before anything is done; so is what never got through. */
export function surelyNotDone(outcome: Outcome): boolean {
  return isAnswer(outcome) ? outcome.status === 429 : !outcome.sent;
}

/**
 * A signal that fires after `ms`, or `graceMs` after `stop`. Call `end` when the work is done: no timer and no listener
 * is left behind, however many requests a process makes.
 */
export function limit(
  ms: number,
  stop: AbortSignal,
  graceMs: number,
): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const timers = [setTimeout(() => controller.abort('Timeout'), ms)];
  const stopped = (): void => {
    if (graceMs === 0) controller.abort('Interrupted');
    else timers.push(setTimeout(() => controller.abort('Interrupted'), graceMs));
  };
  if (stop.aborted) stopped();
  else stop.addEventListener('abort', stopped);
  return {
    signal: controller.signal,
    end() {
      for (const timer of timers) clearTimeout(timer);
      stop.removeEventListener('abort', stopped);
    },
  };
}

/**
 * What `work` comes to, unless `stop` fires first; the work itself goes on unheard.
 * @throws RunError 'interrupted'
 */
export function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopped = (): void => reject(new RunError('interrupted', {}));
    if (stop.aborted) stopped();
    else stop.addEventListener('abort', stopped);
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', stopped));
  });
}
