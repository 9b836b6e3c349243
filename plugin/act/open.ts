import type { KubeObject } from '../model/kube.ts';
import type { WriteStep } from '../model/steps.ts';
import { claimLabels, labels } from '../theia/labels.ts';
import type { Acting } from './acting.ts';
import { keepsAnOwner } from './preconditions/keeps-an-owner.ts';
import { ownedByApp } from './preconditions/owned-by-app.ts';
import { sameObject } from './preconditions/same-object.ts';
import { unclaimed } from './preconditions/unclaimed.ts';

/**
 * Opens an instance: one patch on its internal Service with the generation label, the target's port, without the labels of a
 * former claim and without our hold (theia-cloud.md lever 6 g). From then on a session may get it.
 */
export async function openInstance(
  step: Extract<WriteStep, { step: 'open' }>,
  acting: Acting,
): Promise<void> {
  const { cluster, namespace, apps } = acting;
  const object = await sameObject(cluster, namespace, step.on);
  unclaimed(object);
  ownedByApp(object, apps.get(step.app));
  const { resourceVersion } = object.metadata;
  const ports = retargeted(object, step.port);
  await cluster.patch('Service', namespace, step.on.name, 'merge', {
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
