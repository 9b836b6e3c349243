import { apiVersionOf } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { annotations, claimLabels, labels } from '../theia/labels.ts';
import { followMs } from '../theia/lease.ts';
import { holds, leasePrefix, owners, referenceTo } from '../theia/owners.ts';
import { type Acting, Refusal } from './acting.ts';
import {
  type Burst,
  keepsAnOwner,
  noClaimInFlight,
  ownedByApp,
  ownersLive,
  sameObject,
  unclaimed,
} from './preconditions.ts';

/** Our Lease becomes a co-owner, of a free instance's part only (docs/theia-cloud.md#lever-3). */
export async function hold(
  step: Extract<WriteStep, { step: 'hold' | 'shield' }>,
  acting: Burst,
): Promise<KubeObject | undefined> {
  const { cluster, namespace, apps, leases } = acting;
  const lease = leases.get(step.app);
  if (lease === undefined) throw new Refusal('noLease');
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  if (holds(object).some((owner) => owner.uid === lease.metadata.uid)) return undefined;
  if (step.step === 'hold') await noClaimInFlight(step.app, acting);
  const ownerReferences = [...owners(object), referenceTo(lease)];
  const { resourceVersion } = object.metadata;
  return cluster.patch(step.on.kind, namespace, step.on.name, 'merge', {
    metadata: { resourceVersion, ownerReferences },
  });
}

/**
 * Takes our references off, and only ours; never where nothing but ours would be left, nor from under a claim or release that is
 * under way: the operator does not retry an edit that lost against ours.
 */
export async function unhold(
  step: Extract<WriteStep, { step: 'unhold' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, namespace } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  if (holds(object).length === 0) return undefined;
  const ownerReferences = keepsAnOwner(object);
  await ownersLive(cluster, namespace, object);
  const { resourceVersion } = object.metadata;
  return cluster.patch(step.on.kind, namespace, step.on.name, 'merge', {
    metadata: { resourceVersion, ownerReferences },
  });
}

/**
 * Opens an instance: one patch on its internal Service with the generation label, the target's port, without the labels of a
 * former claim and without our hold (docs/theia-cloud.md#lever-6-g). From then on a session may get it.
 */
export async function openInstance(
  step: Extract<WriteStep, { step: 'open' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, namespace, apps } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { resourceVersion } = object.metadata;
  const ports = retargeted(object, step.port);
  return cluster.patch('Service', namespace, step.on.name, 'merge', {
    metadata: {
      resourceVersion,
      ownerReferences: keepsAnOwner(object),
      labels: {
        [labels.generation]: String(step.generation),
        ...Object.fromEntries(claimLabels.map((label) => [label, null])),
      },
    },
    ...(ports === undefined ? {} : { spec: { ports } }),
  });
}

/** The Service's ports with the target's container port, or undefined when they already have it. */
function retargeted(service: KubeObject, port: number | undefined): object[] | undefined {
  const ports: unknown = service.spec?.ports;
  if (port === undefined || !Array.isArray(ports)) return undefined;
  const differs = ports.some((each) => typeof each?.targetPort === 'number' && each.targetPort !== port);
  if (!differs) return undefined;
  return ports.map((each) => (typeof each?.targetPort === 'number' ? { ...each, targetPort: port } : each));
}

/**
 * Takes, adopts or renews the Lease `warmgate-<app>` (docs/architecture.md#leases). The AppDefinition owns it, so that a deleted
 * AppDefinition takes the gate with it; no hook Job ever does, since Helm deletes those.
 */
export async function takeLease(
  step: Extract<WriteStep, { step: 'lease' }>,
  acting: Acting,
): Promise<KubeObject> {
  const { cluster, clock, namespace, apps } = acting;
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
    return cluster.create('Lease', namespace, lease);
  }
  const found = await sameObject(cluster, namespace, step.lease);
  const { resourceVersion } = found.metadata;
  const change = found.spec?.holderIdentity === acting.runId ? renewal(acting) : spec;
  return cluster.patch('Lease', namespace, step.lease.name, 'merge', {
    metadata: { resourceVersion },
    spec: change,
  });
}

/** A `guard --follow` vouches for the shields of a Lease; whose gate it is, and for how long, stays as it is. */
export async function keepFollowed(
  step: Extract<WriteStep, { step: 'follow' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { cluster, clock, namespace } = acting;
  const { resourceVersion } = (await sameObject(cluster, namespace, step.lease)).metadata;
  const until = new Date(clock.now() + followMs).toISOString();
  const metadata = { resourceVersion, annotations: { [annotations.followed]: until } };
  return cluster.patch('Lease', namespace, step.lease.name, 'merge', { metadata });
}

/** Clears a gate, unless another run has adopted it since the look: the garbage collector takes every reference to the Lease off within 2 s (docs/theia-cloud.md#lever-3). */
export async function dropLease(
  step: Extract<WriteStep, { step: 'dropLease' }>,
  acting: Acting,
): Promise<KubeObject | undefined> {
  const { name, uid, resourceVersion } = step.lease;
  await acting.cluster.delete('Lease', acting.namespace, name, { uid, resourceVersion });
  return undefined;
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
