import type { PoolAssessment } from '../model/assessment.ts';
import type { WriteStep } from '../model/steps.ts';
import { followMs } from '../theia/lease.ts';
import type { Decision, Situation } from './decision.ts';
import { failsStrictly, guardWrites, standing } from './guard.ts';
import { secondLookMs } from './policy.ts';
import { targetOf } from './targets.ts';

/** Longest time between two looks: a watch only wakes, the list is truth. */
const lookAtLeastEveryMs = 30_000;
/** Shortest: sessions and pods of a busy namespace change all the time, and a look is a list of every kind. */
const lookAtMostEveryMs = 2000;

const noGates: ReadonlySet<string> = new Set();

/**
 * `guard --follow`: goes on completing claims and shields as sessions come, without an end; for people who scale pools by hand. What
 * happened an hour ago is of no use to it, so nothing is remembered and its memory stays flat.
 */
export function decideFollow(now: Situation): Decision {
  const { last, policy, looks } = now;
  if (looks === 1 && failsStrictly(last, policy)) return { steps: [], end: true };
  const upstream = last.operator.kind === 'upstream';
  const vouching = upstream ? [] : standing(last).flatMap((pool) => vouch(pool, last.now));
  const writes = [...guardWrites(now, noGates), ...vouching];
  const busy = writes.length > 0;
  return {
    steps:
      busy && !upstream
        ? [...writes, { step: 'wait', why: 'secondLook', names: [], forMs: secondLookMs }]
        : writes,
    wake: {
      kinds: ['Session', 'Deployment'],
      atMostMs: busy ? lookAtMostEveryMs : lookAtLeastEveryMs,
      apartMs: lookAtMostEveryMs,
    },
    forget: true,
  };
}

/** Its shields are kept up from now on, so that no verify takes them for left ones: at half of the time for which the last word of it holds. */
function vouch({ gate, name }: PoolAssessment, now: number): WriteStep[] {
  const [lease] = gate.leases;
  if (lease === undefined || gate.holds === 0 || gate.followedUntil - now > followMs / 2) return [];
  return [{ step: 'follow', app: name, lease: targetOf(lease) }];
}
