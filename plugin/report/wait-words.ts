import { fill } from '../model/sentence.ts';
import type { WaitWhy } from '../model/steps.ts';
import { clean } from './clean.ts';

/** What a run waits for; `{names}` are those that the step names, `{count}` how many they are. */
export const waitWords = {
  operator: 'waiting for the operator[: {names}]',
  settling: 'waiting for the pools to settle[: {names}]',
  claimsInFlight: 'waiting for {count claim|claims} in flight[: {names}]',
  sessionsEnding: 'waiting for {count session|sessions} to end[: {names}]',
  secondLook: 'waiting for the second look at the closed gate[: {names}]',
  operatorWorking: 'waiting for the operator to renew[ {names}]',
  operatorRestarting: 'waiting for the operator to restart[: {names}]',
  becomingReady: 'waiting for instances to become Ready[: {names}]',
  collector: 'waiting for the garbage collector[: {names}]',
  stayingCurrent: 'waiting to see it stay current[: {names}]',
  workspaceTerminating: 'waiting for PVCs to be gone[: {names}]',
} as const satisfies Record<WaitWhy, string>;

const shown = 3;

/** `waiting for 5 claims in flight: a, b, c and 2 more`. */
export function waitSentence(why: WaitWhy, names: readonly string[]): string {
  const first = names.slice(0, shown).map((name) => clean(name, 63));
  const more = names.length > shown ? ` and ${names.length - shown} more` : '';
  return fill(waitWords[why], { count: names.length, names: `${first.join(', ')}${more}` });
}
