/** Milliseconds of the operator's clock; the leader's three are the chart's (theia-cloud.md section 1, Leader election). */
export interface Timing {
  /** From the start of the process to its first try for the Lease. */
  toLeader: number;
  /** From leader to the start of its work. */
  toWork: number;
  leaseDuration: number;
  renewDeadline: number;
  retryPeriod: number;
  /** From the end of a process to the start of the container's next one. */
  restart: number;
  /** A watch without any event this long ends the process. */
  idleExit: number;
}

export const usualTiming: Timing = {
  toLeader: 4000,
  toWork: 1000,
  leaseDuration: 6000,
  renewDeadline: 4000,
  retryPeriod: 1000,
  restart: 1000,
  idleExit: 3_600_000,
};
