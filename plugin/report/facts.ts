import type { Exit } from '../model/exits.ts';
import type { Reason } from '../model/reasons.ts';
import type { ActionReport, EvidenceReport, Report } from '../model/report.ts';

/** What a run knows of itself and no look shows. */
export interface RunFacts
  extends Pick<Report, 'command' | 'version' | 'runId' | 'server' | 'context' | 'traffic'> {
  /** Milliseconds since 1970 on the server's clock. */
  startedAt: number;
  endedAt: number;
  /** Steps carried out, in order. */
  actions: readonly ActionReport[];
  /** Reasons that no look gives: why it gave up, what it may not do. With `app` about that pool, else about the run. */
  found: readonly { app?: string; reason: Reason }[];
  evidence?: readonly EvidenceReport[];
  /** `--no-wait-operator`. */
  operatorWaived: boolean;
  /** `--strict` of guard. */
  strict?: boolean;
  /** What the run itself ended with, when it did not come to a verdict: 4 for interrupted. */
  exit?: Exit;
  origin?: NonNullable<Report['origin']>;
}
