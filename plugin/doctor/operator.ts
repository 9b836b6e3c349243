import type { OperatorAssessment } from '../model/assessment.ts';
import { count } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Reason } from '../model/reasons.ts';
import { rolloutOf } from '../theia/deployment.ts';
import { operatorArguments } from '../theia/operator.ts';
import type { Facts } from './facts.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { isLatest } from './images.ts';

export const operatorRows = {
  operatorWorks: { severity: 'ok', says: 'the operator is rolled out and leads' },
  operatorImage: { severity: 'ok', says: 'its image is {image}' },
  operatorMoves: {
    severity: 'note',
    says: 'its image is {image}, which names no version and may change at any restart',
    todo: 'run a version or a digest of it',
  },
  operatorAbsent: {
    severity: 'problem',
    says: 'no operator in namespace {namespace}: verify waits for it and exits with 3',
    todo: 'say where it runs: --operator-namespace, --operator-selector; or run verify with --no-wait-operator',
  },
  operatorNotSeen: {
    severity: 'problem',
    says: 'this account may not see the operator in namespace {namespace}: verify exits with 3',
    todo: 'grant list on deployments, replicasets, pods and leases there, or run verify with --no-wait-operator',
  },
  operatorRollingOut: {
    severity: 'warning',
    says: 'the operator is rolling out: {ready} of {replicas pod|pods} Ready',
    todo: 'look again after its rollout',
  },
  operatorFormerLeader: {
    severity: 'warning',
    says: 'a process of a former rollout holds the Lease; no new pod leads yet',
    todo: 'look again in a minute; if it stays so, read the log of the new pods',
  },
  operatorIdle: {
    severity: 'problem',
    says: 'no operator leads: {holder} renewed the Lease {age} s ago, and it lasts {duration} s',
    todo: 'read the log of the operator: it runs and does nothing',
  },
  operatorFork: {
    severity: 'ok',
    says: 'it labels generations: warmgate tells stale instances by them and renews behind the gate',
  },
  operatorUpstream: {
    severity: 'warning',
    says: 'it labels no generation (upstream): no gate and no nudge, and staleness shows in image and template only',
    todo: 'renew with verify --allow replace; sessions may get an old instance until the last one is renewed',
  },
  operatorUnknown: {
    severity: 'note',
    says: 'without a pool nothing shows whether it labels generations',
    todo: 'look again when a pool exists',
  },
  argumentsRead: {
    severity: 'ok',
    says: 'its arguments: eager start {eagerStart}, Keycloak {keycloak}[, {sessionsPerUser} sessions a user]',
  },
  argumentsUnread: {
    severity: 'note',
    says: 'its arguments cannot be read, so the pools show what an instance consists of',
    todo: 'give --operator-selector if this is the wrong Deployment',
  },
  noEagerStart: { severity: 'note', says: 'it runs without --eagerStart, so there is no pool to keep' },
  leaseTimes: {
    severity: 'ok',
    says: 'a lost leader is replaced after {duration} s[, renew deadline {renew} s][, retry period {retry} s]',
  },
  leaseOrder: {
    severity: 'warning',
    says: 'its lease times are out of order: duration {duration} s[, renew deadline {renew} s][, retry period {retry} s]',
    todo: 'set leaderLeaseDuration > leaderRenewDeadline > leaderRetryPeriod',
  },
  leaseSlow: {
    severity: 'warning',
    says: 'a lost leader is replaced only after {duration} s: verify waits for that at every restart',
    todo: 'lower --leaderLeaseDuration (the chart of Theia Cloud has 6 s), or raise --timeout of verify',
  },
} as const;

const found = findingsAbout('operator', operatorRows);

const kindCodes = { fork: 'operatorFork', upstream: 'operatorUpstream', unknown: 'operatorUnknown' } as const;

/** Whether it runs and leads, whether it labels generations, and what its arguments say. */
export function operatorFindings(facts: Facts): Finding[] {
  const { operator } = facts.assessment;
  const trouble = operator.reasons.flatMap((reason) => troubleOf(reason, operator));
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

function troubleOf({ code, args }: Reason, { namespace, deployment }: OperatorAssessment): Finding[] {
  switch (code) {
    case 'operatorAbsent':
    case 'operatorNotSeen':
      return [found(code, { namespace })];
    case 'operatorRollingOut': {
      if (deployment === undefined) return [];
      const { readyReplicas: ready, replicas } = rolloutOf(deployment);
      return [found(code, { ready, replicas })];
    }
    case 'operatorIdle': {
      const { holder = '', age = 0, duration = 0 } = args;
      return [found(code, { holder, age, duration })];
    }
    case 'operatorFormerLeader':
    case 'noEagerStart':
      return [found(code)];
    default:
      return [];
  }
}

/** Longer than this and every restart of the operator costs verify a good part of its time. */
const slowSeconds = 30;

/** The chart's 6, 4 and 1 s are good (docs/theia-cloud.md#leader-election); a leader that is killed must run out first. */
function leaseFindings(args: readonly string[], lease: KubeObject | undefined): Finding[] {
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
function argumentOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  if (at >= 0) return args[at + 1];
  return args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
}
