import { apiVersionOf } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';
import { leaderLease } from '../../theia/operator.ts';
import type { Context } from './context.ts';
import type { Timing } from './timing.ts';

/** One process's part in the election of the leader. */
export interface Election {
  /** Tries once every retry period until it holds the Lease. */
  win(): Promise<void>;
  /** Renews it until that fails for longer than the renew deadline; then the process has to end. */
  keep(): Promise<never>;
  /** Gives the Lease back, as a process does that ends in order. A killed one leaves it to run out. */
  release(): Promise<void>;
}

export function election(context: Context, identity: string, timing: Timing): Election {
  const { client } = context;

  async function hold(): Promise<boolean> {
    const now = context.now();
    const lease = await client.get('Lease', leaderLease);
    const mine = {
      holderIdentity: identity,
      leaseDurationSeconds: timing.leaseDuration / 1000,
      renewTime: microTime(now),
    };
    if (lease === undefined) {
      const spec = { ...mine, acquireTime: microTime(now), leaseTransitions: 0 };
      await client.create('Lease', newLease(spec));
      return true;
    }
    const { holderIdentity = '', leaseTransitions = 0, acquireTime } = lease.spec ?? {};
    if (holderIdentity !== identity && holderIdentity !== '' && now <= expiry(lease)) return false;
    const taken =
      holderIdentity === identity
        ? { acquireTime }
        : { acquireTime: microTime(now), leaseTransitions: leaseTransitions + 1 };
    const { resourceVersion } = lease.metadata;
    await client.patch('Lease', leaderLease, { metadata: { resourceVersion }, spec: { ...mine, ...taken } });
    return true;
  }

  async function tryHold(): Promise<boolean> {
    try {
      return await hold();
    } catch (error) {
      context.log(`Leader election: ${(error as Error).message}`);
      return false;
    }
  }

  return {
    win: async () => {
      while (!(await tryHold())) await context.pause(timing.retryPeriod);
    },
    keep: async () => {
      let renewed = context.now();
      for (;;) {
        await context.pause(timing.retryPeriod);
        if (await tryHold()) renewed = context.now();
        else if (context.now() - renewed > timing.renewDeadline) throw new Error('Removed as leader!');
      }
    },
    release: async () => {
      const lease = await client.get('Lease', leaderLease);
      if (lease?.spec?.holderIdentity !== identity) return;
      const { resourceVersion } = lease.metadata;
      await client.patch('Lease', leaderLease, {
        metadata: { resourceVersion },
        spec: { holderIdentity: '' },
      });
    },
  };
}

function expiry({ spec }: KubeObject): number {
  return Date.parse(spec?.renewTime ?? '') + (spec?.leaseDurationSeconds ?? 0) * 1000;
}

function newLease(spec: object): object {
  return { apiVersion: apiVersionOf('Lease'), kind: 'Lease', metadata: { name: leaderLease }, spec };
}

/** RFC 3339 with six decimals, as Leases carry it. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
