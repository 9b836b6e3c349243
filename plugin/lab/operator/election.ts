import { apiVersionOf } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { leaderLease } from '../../theia/operator.ts';
import { get, log, now, pauseMs, type Work } from '../../theia/reconcile/requests.ts';

/** Milliseconds, by the chart (docs/theia-cloud.md#leader-election). */
export interface ElectionTiming {
  leaseDuration: number;
  renewDeadline: number;
  retryPeriod: number;
}

/** Tries once every retry period until `identity` holds the Lease. */
export function* win(identity: string, timing: ElectionTiming): Work {
  while (!(yield* tryHold(identity, timing))) yield* pauseMs(timing.retryPeriod);
}

/** Renews it until that fails for longer than the renew deadline; then the process has to end. */
export function* keep(identity: string, timing: ElectionTiming): Work {
  let renewed = yield* now();
  for (;;) {
    yield* pauseMs(timing.retryPeriod);
    const held = yield* tryHold(identity, timing);
    const time = yield* now();
    if (held) renewed = time;
    else if (time - renewed > timing.renewDeadline) throw new Error('Removed as leader!');
  }
}

/** Gives the Lease back, as a process does that ends in order. A killed one leaves it to run out. */
export function* giveBack(identity: string): Work {
  const lease = yield* get('Lease', leaderLease);
  if (lease?.spec?.holderIdentity !== identity) return;
  yield* patchLease(lease, { holderIdentity: '' });
}

function* tryHold(identity: string, timing: ElectionTiming): Work<boolean> {
  try {
    return yield* hold(identity, timing);
  } catch (error) {
    yield* log(`Leader election: ${(error as Error).message}`);
    return false;
  }
}

function* hold(identity: string, { leaseDuration }: ElectionTiming): Work<boolean> {
  const time = yield* now();
  const lease = yield* get('Lease', leaderLease);
  const mine = {
    holderIdentity: identity,
    leaseDurationSeconds: leaseDuration / 1000,
    renewTime: microTime(time),
  };
  if (lease === undefined) {
    const spec = { ...mine, acquireTime: microTime(time), leaseTransitions: 0 };
    const object = {
      apiVersion: apiVersionOf('Lease'),
      kind: 'Lease',
      metadata: { name: leaderLease },
      spec,
    };
    yield { verb: 'create', kind: 'Lease', object };
    return true;
  }
  const { holderIdentity = '', leaseTransitions = 0, acquireTime } = lease.spec ?? {};
  if (holderIdentity !== identity && holderIdentity !== '' && time <= expiry(lease)) return false;
  const taken =
    holderIdentity === identity
      ? { acquireTime }
      : { acquireTime: microTime(time), leaseTransitions: leaseTransitions + 1 };
  yield* patchLease(lease, { ...mine, ...taken });
  return true;
}

function* patchLease({ metadata: { resourceVersion } }: KubeObject, spec: object): Work {
  const body = { metadata: { resourceVersion }, spec };
  yield { verb: 'patch', kind: 'Lease', name: leaderLease, body };
}

function expiry({ spec }: KubeObject): number {
  return Date.parse(spec?.renewTime ?? '') + (spec?.leaseDurationSeconds ?? 0) * 1000;
}

/** RFC 3339 with six decimals, as Leases carry it. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
