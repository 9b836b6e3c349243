import { type Remedy, reasons } from '../../model/reasons.ts';
import type { Report } from '../../model/report.ts';
import { allReasons } from './summary.ts';

/** What helps against all reasons of a remedy; empty where each sentence says so itself. */
const helps = {
  time: 'look again in a minute: what is going on ends by itself',
  nudge: 'run `warmgate verify`: it renews without touching a live session',
  mark: 'run `warmgate verify`: it renews without touching a live session',
  sibling: 'run `warmgate verify`: it renews without touching a live session',
  mend: 'run `warmgate verify`: it renews without touching a live session',
  claim: 'run `warmgate verify`: it renews without touching a live session',
  stamp: 'run `warmgate open`, or `warmgate verify` where anything is stale',
  restart: '',
  none: '',
} as const satisfies Record<Remedy, string>;

/** What to do next after a look that was not good, each thing once: `next: ...`. A verify has done it already. */
export function advice(report: Report): string[] {
  if (report.command !== 'check' || report.exit === 0) return [];
  const remedies = allReasons(report)
    .filter(({ exit }) => exit !== 0)
    .map(({ code }) => helps[reasons[code].remedy]);
  return [...new Set(remedies)].filter((help) => help !== '').map((help) => `next: ${help}`);
}
