import { apiVersionOf } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { annotations } from '../theia/labels.ts';
import { followMs } from '../theia/lease.ts';
import { leasePrefix, referenceTo } from '../theia/owners.ts';
import type { Acting } from './acting.ts';
import { sameObject } from './preconditions/same-object.ts';

/**
 * Takes, adopts or renews the Lease `warmgate-<app>` (design.md section 6). The AppDefinition owns it, so that a deleted
 * AppDefinition takes the gate with it; no hook Job ever does, since Helm deletes those.
 */
export async function takeLease(step: Extract<WriteStep, { step: 'lease' }>, acting: Acting): Promise<void> {
  const { cluster, clock, namespace, leases, apps } = acting;
  const spec = { ...renewal(acting), acquireTime: micro(clock.now()) };
  if (step.lease === undefined) {
    const app = apps.get(step.app);
    const lease = {
      apiVersion: apiVersionOf('Lease'),
      kind: 'Lease',
      metadata: {
        name: `${leasePrefix}${step.app}`,
        labels: { 'app.kubernetes.io/managed-by': 'warmgate' },
        ...(app === undefined ? {} : { ownerReferences: [referenceTo(app)] }),
      },
      spec,
    };
    leases.set(step.app, await cluster.create('Lease', namespace, lease));
    return;
  }
  const found = await sameObject(cluster, namespace, step.lease);
  const { resourceVersion } = found.metadata;
  const change = found.spec?.holderIdentity === acting.runId ? renewal(acting) : spec;
  leases.set(
    step.app,
    await cluster.patch('Lease', namespace, step.lease.name, 'merge', {
      metadata: { resourceVersion },
      spec: change,
    }),
  );
}

/** A `guard --follow` vouches for the shields of a Lease; whose gate it is, and for how long, stays as it is. */
export async function keepFollowed(
  step: Extract<WriteStep, { step: 'follow' }>,
  acting: Acting,
): Promise<void> {
  const { cluster, clock, namespace, leases } = acting;
  const { resourceVersion } = (await sameObject(cluster, namespace, step.lease)).metadata;
  const until = new Date(clock.now() + followMs).toISOString();
  const metadata = { resourceVersion, annotations: { [annotations.followed]: until } };
  leases.set(step.app, await cluster.patch('Lease', namespace, step.lease.name, 'merge', { metadata }));
}

/** Clears a gate, unless another run has adopted it since the look: the garbage collector takes every reference to the Lease off within 2 s (lever 3). */
export async function dropLease(
  step: Extract<WriteStep, { step: 'dropLease' }>,
  acting: Acting,
): Promise<void> {
  const { name, uid, resourceVersion } = step.lease;
  await acting.cluster.delete('Lease', acting.namespace, name, { uid, resourceVersion });
  acting.leases.delete(step.app);
}

function renewal({ runId, holdForMs, clock }: Acting) {
  return {
    holderIdentity: runId,
    leaseDurationSeconds: Math.ceil(holdForMs / 1000),
    renewTime: micro(clock.now()),
  };
}

/** Leases count in microseconds (Kubernetes MicroTime). */
function micro(now: number): string {
  return new Date(now).toISOString().replace('Z', '000Z');
}

/** The Lease that a hold of this pool refers to. */
export function leaseOf(app: string, { leases }: Acting): KubeObject | undefined {
  return leases.get(app);
}
