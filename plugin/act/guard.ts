import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { allowListKey } from '../theia/labels.ts';
import { isOwnedBy, owners, referenceTo, sessionOwners } from '../theia/owners.ts';
import { admitsOnly, userOf } from '../theia/session.ts';
import { type Acting, Refusal } from './acting.ts';
import { sameObject, stillLive } from './preconditions.ts';

/** Completes a claim: the live Session becomes owner of a part of its own instance (docs/theia-cloud.md#lever-2). */
export async function completeClaim(
  step: Extract<WriteStep, { step: 'complete' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, namespace } = acting;
  const [session, object] = await Promise.all([
    stillLive(cluster, namespace, step.session),
    sameObject(cluster, namespace, step.on),
  ]);
  const { uid } = session.metadata;
  if (isOwnedBy(object, uid)) return undefined;
  if (sessionOwners(object).length > 0) throw new Refusal('claimedByOther');
  const ownerReferences = [...owners(object), referenceTo(session)];
  const { resourceVersion } = object.metadata;
  return cluster.patch(step.on.kind, namespace, step.on.name, 'merge', {
    metadata: { resourceVersion, ownerReferences },
  });
}

/** Puts the session's own user back on its allow-list, and nobody else. The address goes nowhere but there. */
export async function mendList(
  step: Extract<WriteStep, { step: 'mend' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, namespace } = acting;
  const [session, object] = await Promise.all([
    stillLive(cluster, namespace, step.session),
    sameObject(cluster, namespace, step.on),
  ]);
  const user = userOf(session);
  if (user === '') throw new Refusal('noUser');
  if (sessionOwners(object).some((owner) => owner.uid !== session.metadata.uid))
    throw new Refusal('claimedByOther');
  if (admitsOnly(object, user)) return undefined;
  const { resourceVersion } = object.metadata;
  const change = { metadata: { resourceVersion }, data: { [allowListKey]: user } };
  return cluster.patch(step.on.kind, namespace, step.on.name, 'merge', change);
}
