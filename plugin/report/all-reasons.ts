import type { Report, Worded } from '../model/report.ts';

/** Every reason in a report, in the order in which its parts are shown. */
export function allReasons(report: Report): Worded[] {
  const { operator, pools, sessions, reasons } = report;
  const ofPools = pools.flatMap((pool) => [
    ...pool.reasons,
    ...pool.instances.flatMap((each) => each.reasons),
  ]);
  return [...reasons, ...operator.reasons, ...ofPools, ...sessions.flatMap((session) => session.reasons)];
}
