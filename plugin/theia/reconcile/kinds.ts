import type { OperatorSettings } from '../templates/subject.ts';

/** Operators by what they make of an AppDefinition's events (docs/theia-cloud.md#events). */
export type OperatorKind = 'ensure-on-added' | 'reconcile-on-added' | 'upstream';

export type AppEvent = 'ADDED' | 'MODIFIED' | 'DELETED';

export type PassKind = 'ensure' | 'reconcile' | 'release' | 'nothing';

const passes: Record<OperatorKind, Record<AppEvent, PassKind>> = {
  'ensure-on-added': { ADDED: 'ensure', MODIFIED: 'reconcile', DELETED: 'release' },
  'reconcile-on-added': { ADDED: 'reconcile', MODIFIED: 'reconcile', DELETED: 'release' },
  upstream: { ADDED: 'ensure', MODIFIED: 'nothing', DELETED: 'nothing' },
};

/** The pass that an event starts; at the operator's own start every AppDefinition is ADDED. */
export function passFor(kind: OperatorKind, event: AppEvent): PassKind {
  return passes[kind][event];
}

/** What an operator is, apart from where and when it runs. */
export interface Operator {
  readonly kind: OperatorKind;
  readonly settings: OperatorSettings;
  /** False: no pool at all, every session starts lazily. */
  readonly eagerStart: boolean;
  /** Undefined: no limit. */
  readonly sessionsPerUser: number | undefined;
}
