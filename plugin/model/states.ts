/** What an instance is, worst first for sorting; `free`: a new session could get it, so it must converge. */
interface StateRow {
  readonly free: boolean;
  readonly label: string;
}

/** docs/architecture.md#words. Exactly one applies to each id. */
export const instanceStates = {
  missing: { free: true, label: 'missing' },
  incomplete: { free: true, label: 'incomplete' },
  residue: { free: true, label: 'residue' },
  stale: { free: true, label: 'stale' },
  notReady: { free: true, label: 'not ready' },
  closed: { free: true, label: 'gate closed' },
  current: { free: true, label: 'current' },
  surplus: { free: false, label: 'surplus' },
  orphan: { free: false, label: 'orphan' },
  halfClaimed: { free: false, label: 'half claimed' },
  claiming: { free: false, label: 'claim in flight' },
  ending: { free: false, label: 'session ending' },
  claimed: { free: false, label: 'claimed' },
} as const satisfies Record<string, StateRow>;

export type InstanceState = keyof typeof instanceStates;

/** Phases of a Session that warmgate tells apart (docs/architecture.md#live: live = HANDLED, HANDLING is in flight). */
export const sessionPhases = {
  live: { label: 'live' },
  inFlight: { label: 'in flight' },
  failed: { label: 'failed' },
  ending: { label: 'ending' },
} as const satisfies Record<string, { readonly label: string }>;

export type SessionPhase = keyof typeof sessionPhases;

/** What became of a live session in this run. */
export const sessionOutcomes = {
  untouched: { label: 'untouched', harmed: false },
  /** A kind of which it must have objects was not seen. */
  notJudged: { label: 'not judged', harmed: false },
  mended: { label: 'mended', harmed: false },
  harmed: { label: 'harmed', harmed: true },
} as const satisfies Record<string, { readonly label: string; readonly harmed: boolean }>;

export type SessionOutcome = keyof typeof sessionOutcomes;

/**
 * How tightly warmgate holds an instance: not, sidecars only, kept from sessions, every part; `kept`: as it is, but open to
 * sessions, since the new image does not start.
 */
export type HoldState = 'open' | 'shielded' | 'closed' | 'whole' | 'kept';
