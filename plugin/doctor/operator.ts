import { count } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import type { ReasonCode } from '../model/reasons.ts';
import { rolloutOf } from '../theia/deployment.ts';
import { operatorArguments } from '../theia/operator.ts';
import type { Facts } from './facts.ts';
import { type Finding, type FindingCode, found } from './finding-rows.ts';
import { isLatest } from './images.ts';

const troubles: Partial<Record<ReasonCode, FindingCode>> = {
  operatorAbsent: 'operatorAbsent',
  operatorNotSeen: 'operatorNotSeen',
  operatorRollingOut: 'operatorRollingOut',
  operatorIdle: 'operatorIdle',
  operatorFormerLeader: 'operatorFormerLeader',
  noEagerStart: 'noEagerStart',
};

const kindCodes = {
  fork: 'operatorFork',
  upstream: 'operatorUpstream',
  unknown: 'operatorUnknown',
} as const satisfies Record<string, FindingCode>;

/** Is it there, does it lead, of which kind is it, and what is it told? */
export function operatorFindings(facts: Facts): Finding[] {
  const { operator } = facts.assessment;
  const trouble = operator.reasons.flatMap(({ code, args }) => {
    const mine = troubles[code];
    return mine === undefined ? [] : [found(mine, code === 'operatorRollingOut' ? rollout(facts) : args)];
  });
  const { deployment } = operator;
  if (deployment === undefined) return trouble;
  const told = operatorArguments(deployment);
  const state = trouble.length === 0 ? [found('operatorWorks')] : trouble;
  if (told === undefined) return [...state, found(kindCodes[operator.kind]), found('argumentsUnread')];
  return [
    ...state,
    found(isLatest(told.image) ? 'operatorMoves' : 'operatorImage', { image: told.image }),
    ...(told.eagerStart ? [found(kindCodes[operator.kind])] : []),
    found('argumentsRead', {
      eagerStart: told.eagerStart ? 'on' : 'off',
      keycloak: told.keycloak ? 'on' : 'off',
      sessionsPerUser: argumentOf(told.all, '--sessionsPerUser') ?? '',
    }),
    ...leaseFindings(told.all, facts.snapshot.operator.lease),
  ];
}

function rollout({ assessment }: Facts): Finding['args'] {
  const { deployment } = assessment.operator;
  if (deployment === undefined) return {};
  const { readyReplicas, replicas } = rolloutOf(deployment);
  return { ready: readyReplicas, replicas };
}

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

/** The value of `--flag value` or `--flag=value`; undefined where the flag is not there. */
export function argumentOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
