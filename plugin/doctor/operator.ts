import type { ReasonCode } from '../model/reasons.ts';
import { rolloutOf } from '../theia/deployment.ts';
import { operatorArguments } from '../theia/operator.ts';
import { argumentOf } from './argument.ts';
import type { Facts } from './facts.ts';
import { type Finding, type FindingCode, found } from './finding-rows.ts';
import { isLatest } from './images.ts';
import { leaseFindings } from './lease-times.ts';

const troubles: Partial<Record<ReasonCode, FindingCode>> = {
  operatorAbsent: 'operatorAbsent',
  operatorNotSeen: 'operatorNotSeen',
  operatorRollingOut: 'operatorRollingOut',
  operatorIdle: 'operatorIdle',
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
