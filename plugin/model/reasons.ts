import type { Exit } from './exits.ts';

/**
 * What could make it right:
 * `time` the operator, garbage collector or kubelet on their own; `nudge` a pass behind the gate; `mark` the same after
 * marking the instance outdated; `stamp` our own patch on the internal Service; `sibling` deleting the Service that is left (F6);
 * `restart` a restart of the operator; `mend` our patch on the allow-list; `claim` completing the claim; `none` a person.
 */
export type Remedy = 'time' | 'nudge' | 'mark' | 'stamp' | 'sibling' | 'restart' | 'mend' | 'claim' | 'none';

export interface ReasonRow {
  /** Exit code that this reason alone would cause; 0 is a warning or information. */
  readonly exit: Exit;
  readonly about: 'instance' | 'pool' | 'session' | 'operator' | 'run';
  readonly remedy: Remedy;
}

/** Every reason warmgate can give. Words are in report/words.ts; the rule that emits it is in assess/ or decide/. */
export const reasons = {
  partStale: { exit: 1, about: 'instance', remedy: 'nudge' },
  imageStale: { exit: 1, about: 'instance', remedy: 'nudge' },
  imageMislabelled: { exit: 1, about: 'instance', remedy: 'mark' },
  templateStale: { exit: 1, about: 'instance', remedy: 'nudge' },
  stampStale: { exit: 1, about: 'instance', remedy: 'stamp' },
  refreshWanted: { exit: 1, about: 'instance', remedy: 'mark' },
  generationsMixed: { exit: 1, about: 'instance', remedy: 'mark' },
  sidecarStale: { exit: 1, about: 'instance', remedy: 'restart' },
  partMissing: { exit: 1, about: 'instance', remedy: 'nudge' },
  serviceMissing: { exit: 1, about: 'instance', remedy: 'sibling' },
  keptOldParts: { exit: 0, about: 'instance', remedy: 'stamp' },
  mainMissingBesideSidecar: { exit: 1, about: 'instance', remedy: 'restart' },
  sidecarMissing: { exit: 1, about: 'instance', remedy: 'restart' },
  partTerminating: { exit: 1, about: 'instance', remedy: 'time' },
  idMissing: { exit: 1, about: 'instance', remedy: 'nudge' },
  residueAllowList: { exit: 1, about: 'instance', remedy: 'mark' },
  residueLabels: { exit: 1, about: 'instance', remedy: 'mark' },
  stampResidue: { exit: 1, about: 'instance', remedy: 'stamp' },
  residuePod: { exit: 1, about: 'instance', remedy: 'mark' },
  residueWorkspace: { exit: 0, about: 'instance', remedy: 'none' },
  notReady: { exit: 1, about: 'instance', remedy: 'time' },
  oldPodLeft: { exit: 1, about: 'instance', remedy: 'time' },
  podWaiting: { exit: 1, about: 'instance', remedy: 'time' },
  podFailing: { exit: 1, about: 'instance', remedy: 'none' },
  podDoomed: { exit: 1, about: 'instance', remedy: 'none' },
  gateClosed: { exit: 1, about: 'instance', remedy: 'stamp' },
  heldWhole: { exit: 1, about: 'instance', remedy: 'stamp' },
  sidecarShielded: { exit: 0, about: 'instance', remedy: 'time' },
  surplus: { exit: 1, about: 'instance', remedy: 'nudge' },
  orphan: { exit: 1, about: 'instance', remedy: 'time' },
  partUnowned: { exit: 1, about: 'instance', remedy: 'time' },
  halfClaimed: { exit: 1, about: 'instance', remedy: 'none' },
  danglingSession: { exit: 1, about: 'instance', remedy: 'time' },
  claimInFlight: { exit: 1, about: 'instance', remedy: 'time' },
  sessionEnding: { exit: 1, about: 'instance', remedy: 'time' },

  digestsDiffer: { exit: 0, about: 'pool', remedy: 'none' },
  digestsRequired: { exit: 1, about: 'pool', remedy: 'none' },
  operatorNewer: { exit: 0, about: 'pool', remedy: 'none' },
  operatorNewerRequired: { exit: 1, about: 'pool', remedy: 'none' },
  poolEmpty: { exit: 0, about: 'pool', remedy: 'none' },
  kindNotInFile: { exit: 0, about: 'pool', remedy: 'none' },
  appDefinitionDeleting: { exit: 1, about: 'pool', remedy: 'time' },
  leaseLeft: { exit: 1, about: 'pool', remedy: 'stamp' },
  routeMissing: { exit: 1, about: 'pool', remedy: 'none' },
  proxyConfigMissing: { exit: 1, about: 'pool', remedy: 'none' },
  budgetSpent: { exit: 1, about: 'pool', remedy: 'none' },
  noProgress: { exit: 1, about: 'pool', remedy: 'none' },
  nudgeInVain: { exit: 1, about: 'pool', remedy: 'none' },
  needsRestart: { exit: 1, about: 'pool', remedy: 'restart' },
  canaryFailed: { exit: 1, about: 'pool', remedy: 'none' },
  batchLateOnly: { exit: 0, about: 'pool', remedy: 'none' },
  keptOld: { exit: 0, about: 'pool', remedy: 'none' },
  workspaceKept: { exit: 0, about: 'pool', remedy: 'none' },
  sessionsMayGetOld: { exit: 0, about: 'pool', remedy: 'none' },
  claimsInFlight: { exit: 1, about: 'pool', remedy: 'time' },
  mayNotRenew: { exit: 1, about: 'pool', remedy: 'none' },
  replaceNotAllowed: { exit: 1, about: 'pool', remedy: 'none' },
  targetMoved: { exit: 0, about: 'pool', remedy: 'none' },
  pinnedElsewhere: { exit: 5, about: 'pool', remedy: 'none' },
  gateKept: { exit: 0, about: 'pool', remedy: 'none' },
  gateForced: { exit: 0, about: 'pool', remedy: 'none' },
  upstreamPool: { exit: 0, about: 'pool', remedy: 'none' },

  allowListWrong: { exit: 6, about: 'session', remedy: 'mend' },
  partLost: { exit: 6, about: 'session', remedy: 'none' },
  partRemade: { exit: 6, about: 'session', remedy: 'none' },
  harmedBefore: { exit: 6, about: 'session', remedy: 'none' },
  harmAccepted: { exit: 0, about: 'session', remedy: 'none' },
  proxyRemade: { exit: 0, about: 'session', remedy: 'none' },
  listMended: { exit: 0, about: 'session', remedy: 'none' },
  claimIncomplete: { exit: 0, about: 'session', remedy: 'claim' },
  misrouted: { exit: 0, about: 'session', remedy: 'none' },
  idAboveMinimum: { exit: 0, about: 'session', remedy: 'none' },
  idDetached: { exit: 0, about: 'session', remedy: 'none' },
  appDefinitionRemade: { exit: 0, about: 'session', remedy: 'none' },
  appDefinitionGone: { exit: 0, about: 'session', remedy: 'none' },
  partsNotJudged: { exit: 0, about: 'session', remedy: 'none' },

  operatorNotSeen: { exit: 3, about: 'operator', remedy: 'none' },
  operatorAbsent: { exit: 3, about: 'operator', remedy: 'none' },
  operatorRollingOut: { exit: 3, about: 'operator', remedy: 'time' },
  operatorFormerLeader: { exit: 3, about: 'operator', remedy: 'time' },
  operatorRestarting: { exit: 3, about: 'operator', remedy: 'time' },
  operatorRestarted: { exit: 0, about: 'operator', remedy: 'none' },
  operatorLeaseLost: { exit: 3, about: 'operator', remedy: 'time' },
  operatorIdle: { exit: 3, about: 'operator', remedy: 'time' },
  operatorNotVerified: { exit: 0, about: 'operator', remedy: 'none' },
  operatorNotInFile: { exit: 0, about: 'operator', remedy: 'none' },
  noEagerStart: { exit: 0, about: 'operator', remedy: 'none' },

  cannotJudge: { exit: 3, about: 'run', remedy: 'none' },
  orphanPool: { exit: 1, about: 'run', remedy: 'time' },
  nothingSelected: { exit: 0, about: 'run', remedy: 'none' },
  timedOut: { exit: 1, about: 'run', remedy: 'none' },
  deadlineOrder: { exit: 0, about: 'run', remedy: 'none' },
} as const satisfies Record<string, ReasonRow>;

export type ReasonCode = keyof typeof reasons;

/** A reason and the numbers it compared. Never an address, a secret or raw cluster text. */
export interface Reason {
  code: ReasonCode;
  args: Readonly<Record<string, string | number>>;
}

export function because(code: ReasonCode, args: Reason['args'] = {}): Reason {
  return { code, args };
}
