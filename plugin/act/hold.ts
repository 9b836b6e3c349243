import type { WriteStep } from '../model/steps.ts';
import { holds, owners, referenceTo } from '../theia/owners.ts';
import { type Acting, Refusal } from './acting.ts';
import { leaseOf } from './lease.ts';
import { keepsAnOwner } from './preconditions/keeps-an-owner.ts';
import { noClaimInFlight } from './preconditions/no-claim-in-flight.ts';
import { ownedByApp } from './preconditions/owned-by-app.ts';
import { ownersLive } from './preconditions/owners-live.ts';
import { sameObject } from './preconditions/same-object.ts';
import { unclaimed } from './preconditions/unclaimed.ts';

/** Our Lease becomes a co-owner, of a free instance's part only (theia-cloud.md lever 3). */
export async function hold(
  step: Extract<WriteStep, { step: 'hold' | 'shield' }>,
  acting: Acting,
): Promise<void> {
  const { cluster, namespace, apps } = acting;
  const lease = leaseOf(step.app, acting);
  if (lease === undefined) throw new Refusal('noLease');
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  if (holds(object).some((owner) => owner.uid === lease.metadata.uid)) return;
  if (step.step === 'hold') await noClaimInFlight(step.app, acting);
  const ownerReferences = [...owners(object), referenceTo(lease)];
  const { resourceVersion } = object.metadata;
  await cluster.patch(step.on.kind, namespace, step.on.name, 'merge', {
    metadata: { resourceVersion, ownerReferences },
  });
}

/**
 * Takes our references off, and only ours; never where nothing but ours would be left, nor from under a claim or release that is
 * under way: the operator does not retry an edit that lost against ours.
 */
export async function unhold(step: Extract<WriteStep, { step: 'unhold' }>, acting: Acting): Promise<void> {
  const { cluster, namespace } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  if (holds(object).length === 0) return;
  const ownerReferences = keepsAnOwner(object);
  await ownersLive(cluster, namespace, object);
  const { resourceVersion } = object.metadata;
  await cluster.patch(step.on.kind, namespace, step.on.name, 'merge', {
    metadata: { resourceVersion, ownerReferences },
  });
}
