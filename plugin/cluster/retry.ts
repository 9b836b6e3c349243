import { addAbortListener } from 'node:events';
import { RunError } from '../model/run-error.ts';
import type { ServerClock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import { type Answer, apiErrorOf, isAnswer, isTransient, type Outcome } from './errors.ts';
import type { ApiRequest } from './requests.ts';
import { type Endpoint, sendOnce } from './transport.ts';

export interface Traffic {
  requests: number;
  writes: number;
}

export interface SenderParts {
  credentials: Credentials;
  clock: ServerClock;
  retry: RetryPolicy;
  /** Ends waits and reads at once; a write under way may finish within {@link writeGraceMs}. */
  stop: AbortSignal;
  /** Wall milliseconds for one try. */
  requestTimeoutMs: number;
}

/** How long to go on asking. Milliseconds of the cluster's clock. */
export interface RetryPolicy {
  /** What is left until the deadline; at 0 nothing is tried twice. */
  remaining: () => number;
  /** 0 to 1; default `Math.random`. */
  random?: () => number;
}

/** Wall milliseconds that a write under way gets after the signal to stop. */
const writeGraceMs = 3_000;

/**
 * Sends a request until it is answered for good. undici's RetryAgent counts tries and its own clock; here tries end at the
 * run's deadline, a 401 renews the credentials, and what became of an earlier try decides how an answer is read.
 * @throws ApiError what the server said last; RunError 'interrupted', 'credentialsFailed'
 */
export function sender(parts: SenderParts): {
  send: (request: ApiRequest) => Promise<{ answer: Answer }>;
  traffic: Traffic;
} {
  const { credentials, clock, retry, stop } = parts;
  const traffic = { requests: 0, writes: 0 };
  const stopWrites = later(stop, writeGraceMs);

  const attempt = async (request: ApiRequest, endpoint: Endpoint): Promise<Outcome> => {
    traffic.requests += 1;
    if (request.write) traffic.writes += 1;
    const limit = AbortSignal.any([AbortSignal.timeout(timeoutOf(parts)), request.write ? stopWrites : stop]);
    const outcome = await sendOnce(endpoint, request, limit);
    if (!isAnswer(outcome)) return outcome;
    clock.note(outcome.date);
    return outcome.status < 300 && !isExpected(request, outcome) ? { lost: 'NotJson', sent: true } : outcome;
  };

  const send = async (request: ApiRequest): Promise<{ answer: Answer }> => {
    let maybeDone = false;
    let renewed = false;
    let endpoint = await unlessStopped(credentials.endpoint(), stop);
    for (let tries = 1; ; tries += 1) {
      if (stop.aborted) throw new RunError('interrupted', {});
      const outcome = await attempt(request, endpoint);
      if (isAnswer(outcome) && outcome.status < 300) return { answer: outcome };
      if (!isAnswer(outcome) && stop.aborted) throw new RunError('interrupted', {});
      const error = apiErrorOf(request, outcome);
      if (error.kind === 'unauthorized' && !renewed) {
        renewed = true;
        endpoint = await credentials.renew(endpoint).catch(() => {
          throw error;
        });
        continue;
      }
      // The object is gone: an earlier try of this delete did it.
      if (maybeDone && request.verb === 'delete' && isAnswer(outcome) && outcome.status === 404)
        return { answer: outcome };
      const ms = isTransient(error) ? pauseBefore(request, outcome, tries, retry) : undefined;
      if (ms === undefined) throw error;
      maybeDone ||= request.write && !surelyNotDone(outcome);
      await clock.sleep(ms, stop);
      endpoint = await unlessStopped(credentials.endpoint(), stop);
    }
  };
  return { send, traffic };
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
export function pauseBefore(
  request: ApiRequest,
  outcome: Outcome,
  tries: number,
  retry: RetryPolicy,
): number | undefined {
  if (request.repeat === 'unsent' && !surelyNotDone(outcome)) return undefined;
  const chance = (retry.random ?? Math.random)();
  const asked = isAnswer(outcome) ? outcome.retryAfterMs : undefined;
  const grown = Math.min(longestPause, firstPause * 2 ** Math.min(tries - 1, 10));
  const ms = asked === undefined ? grown * (0.5 + chance / 2) : asked + firstPause * chance;
  const left = retry.remaining();
  if (asked === undefined && left > lastTry) return Math.min(ms, left - lastTry);
  return ms < left ? ms : undefined;
}

/** 429 is answered before anything is done; so is what never got through. */
function surelyNotDone(outcome: Outcome): boolean {
  return isAnswer(outcome) ? outcome.status === 429 : !outcome.sent;
}

/** The lab's clock runs faster, so a try that hangs must end sooner there, but no sooner than a busy machine answers. */
function timeoutOf({ requestTimeoutMs, clock, retry }: SenderParts): number {
  const shortest = Math.min(3_000, requestTimeoutMs);
  const left = Math.min(requestTimeoutMs, Math.max(shortest, retry.remaining()));
  return Math.ceil(Math.max(left / clock.scale, Math.min(1_000, requestTimeoutMs)));
}

function isExpected(request: ApiRequest, { text }: Answer): boolean {
  return request.resource === 'pods/log' || text.trimStart().startsWith('{');
}

/** Fires `ms` after `signal`. */
function later(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  const start = (): void => {
    setTimeout(() => late.abort(), ms).unref();
  };
  addAbortListener(signal, start);
  return late.signal;
}

/**
 * What `work` comes to, unless `stop` fires first; the work itself goes on unheard.
 * @throws RunError 'interrupted'
 */
async function unlessStopped<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const listener = addAbortListener(stop, () => stopped.reject(new RunError('interrupted', {})));
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    listener[Symbol.dispose]();
  }
}
