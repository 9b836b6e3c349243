import { count } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { argumentOf } from './argument.ts';
import { type Finding, found } from './finding-rows.ts';

/** Longer than this and every restart of the operator costs verify a good part of its time. */
const slowSeconds = 30;

/** The chart's 6, 4 and 1 s are good (theia-cloud.md section 1); a leader that is killed must run out first. */
export function leaseFindings(args: readonly string[], lease: KubeObject | undefined): Finding[] {
  const told = seconds(args, '--leaderLeaseDuration') ?? 0;
  const duration = told > 0 ? told : count(lease?.spec?.leaseDurationSeconds);
  if (duration === 0) return [];
  const renew = seconds(args, '--leaderRenewDeadline') ?? '';
  const retry = seconds(args, '--leaderRetryPeriod') ?? '';
  const times = { duration, renew, retry };
  const disordered = (renew !== '' && renew >= duration) || (renew !== '' && retry !== '' && retry >= renew);
  return [
    found(disordered ? 'leaseOrder' : 'leaseTimes', times),
    ...(duration > slowSeconds ? [found('leaseSlow', { duration })] : []),
  ];
}

function seconds(args: readonly string[], flag: string): number | undefined {
  const value = argumentOf(args, flag);
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}
