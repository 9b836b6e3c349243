import type { Call } from './call.ts';
import { isAnswer, type Outcome } from './fault.ts';

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
