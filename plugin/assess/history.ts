/** What is remembered between looks. Plain data, so that a run can be replayed from its looks. */
export interface History {
  /** Since when no pool object was made, deleted or remade by the operator, ms. */
  quietSince: number;
  /** uid by `Kind/name` of every pool object in the namespace. */
  prints: Readonly<Record<string, string>>;
  /** Instances (`suffix/id`) that a session held or left, with the time until which their changes are the claim's. */
  released: Readonly<Record<string, number>>;
  leader: Leader;
  /** Trouble of pods that are not Ready: looks that showed it and the first of them, by Deployment uid and reason. */
  sightings: Readonly<Record<string, { since: number; looks: number }>>;
  /** Live sessions by uid, as they were at the first look that saw them live. */
  baseline: Readonly<Record<string, Baseline>>;
}

/** The operator's Lease and its pods as the looks saw them; times in ms. */
export interface Leader {
  /** Empty: nobody. */
  holder: string;
  /** By the holder's own clock. */
  renewed: number;
  /** The same holder was seen to renew it between two looks. */
  advanced: boolean;
  /** When it was last seen renewed, on the server's clock. */
  seenAt: number;
  /** Since when this holder leads, as far as the looks and the Lease tell. */
  since: number;
  /** Every holder that was seen. */
  holders: readonly string[];
  /** How often the Lease had a holder and then none. */
  lost: number;
  /** The first look. */
  watchedSince: number;
  /** Restarts of containers by pod uid, at the first look that saw the pod. */
  restartsAtFirst: Readonly<Record<string, number>>;
}

/** A live session as first seen. Keys are part keys (model/parts.ts). */
export interface Baseline {
  parts: Readonly<Record<string, string>>;
  /** The first uid of each part that the Session was seen to own: nothing may remake that. */
  covered: Readonly<Record<string, string>>;
  /** Its allow-list was seen wrong at some look. */
  listSeenWrong: boolean;
  /** Part keys lost or remade before the first look. */
  harmedBefore: readonly string[];
}

/** Time after a release in which the operator may still renew the instance (docs/theia-cloud.md#release). */
export const releaseGraceMs = 40_000;
