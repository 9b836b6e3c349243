import type { Exit } from './exits.ts';
import { instanceReasons } from './reasons/instance.ts';
import { poolReasons } from './reasons/pool.ts';
import { operatorReasons, runReasons } from './reasons/run.ts';
import { sessionReasons } from './reasons/session.ts';
import { type ArgumentsFor, withoutGaps } from './sentence.ts';

const verify = 'run `warmgate verify`: it renews without touching a live session';

/** What makes a reason go away, and what to run after a look that finds it; empty where its sentence says so. */
export const remedies = {
  /** The operator, the garbage collector or the kubelet, on their own. */
  time: { by: 'time', next: 'look again in a minute: what is going on ends by itself' },
  nudge: { by: 'a pass of the operator, behind the gate', next: verify },
  mark: { by: 'marking it outdated, then a pass', next: verify },
  /** Our own patch on the internal Service. */
  open: { by: 'opening the gate', next: 'run `warmgate open`, or `warmgate verify` where anything is stale' },
  /** F6. */
  sibling: { by: 'deleting the Service that is left, then a pass', next: verify },
  restart: { by: 'a restart of the operator', next: '' },
  mend: { by: 'mending the allow-list', next: verify },
  claim: { by: 'completing the claim', next: verify },
  none: { by: 'a person', next: '' },
} as const;

export type Remedy = keyof typeof remedies;

export interface ReasonRow {
  /** Exit code that this reason alone would cause; 0 is a warning or information. */
  readonly exit: Exit;
  readonly about: 'instance' | 'pool' | 'session' | 'operator' | 'run';
  readonly remedy: Remedy;
  /** One line in the form of sentence.ts: the numbers compared and, where a person must act, what to do. */
  readonly says: string;
}

/** Every reason warmgate can give. One row a code, in reasons/; the rule that gives it is in assess/ or decide/. */
export const reasons = {
  ...about('instance', instanceReasons),
  ...about('pool', poolReasons),
  ...about('session', sessionReasons),
  ...about('operator', operatorReasons),
  ...about('run', runReasons),
};

export type ReasonCode = keyof typeof reasons;

/** A reason and the numbers it compared. Never an address, a secret or raw cluster text. */
export interface Reason {
  code: ReasonCode;
  args: Readonly<Record<string, string | number>>;
}

/** A reason with every argument that its sentence needs, and no other. */
export function because<C extends ReasonCode>(
  code: C,
  ...args: ArgumentsFor<(typeof reasons)[C]['says']>
): Reason {
  return { code, args: withoutGaps(args[0]) };
}

type Rows = Readonly<Record<string, Omit<ReasonRow, 'about'>>>;

function about<const A extends ReasonRow['about'], R extends Rows>(
  what: A,
  rows: R,
): { readonly [C in keyof R]: R[C] & { readonly about: A } } {
  const entries = Object.entries(rows).map(([code, row]) => [code, { ...row, about: what }]);
  return Object.fromEntries(entries);
}
