import type { OwnerReference } from '../../model/kube.ts';
import { sidecarsOf } from '../app-definition.ts';
import { labels } from '../labels.ts';
import type { NewObject, Subject } from './subject.ts';
import { referenceTo } from '../owners.ts';

interface Named {
  name: string;
  sidecar?: string;
}

/** A sidecar object carries no generation: only its own name as selector (docs/theia-cloud.md#labels). */
export function sidecarService(subject: Subject, { name, sidecar = '' }: Named): NewObject {
  const port = portOfSidecar(subject, sidecar);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(subject, name, sidecar),
    spec: {
      type: 'ClusterIP',
      selector: { app: name },
      ports: [{ port, protocol: 'TCP', targetPort: port }],
    },
  };
}

export function sidecarDeployment(subject: Subject, { name, sidecar = '' }: Named): NewObject {
  const found = sidecarsOf(subject.app).find((each) => each.name === sidecar);
  const mounts = found?.mountWorkspace === true && subject.names.pvc !== undefined;
  const mountPath = subject.app.spec?.mountPath ?? '/home/project';
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: metadata(subject, name, sidecar),
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name, [labels.sidecar]: sidecar } },
        spec: {
          containers: [
            {
              name: sidecar,
              image: found?.image ?? '',
              ports: [{ containerPort: portOfSidecar(subject, sidecar), protocol: 'TCP' }],
              ...(mounts
                ? {
                    env: [{ name: 'WORKSPACE_PATH', value: mountPath }],
                    volumeMounts: [{ name: 'workspace-data', mountPath }],
                  }
                : {}),
            },
          ],
          ...(mounts
            ? {
                volumes: [
                  { name: 'workspace-data', persistentVolumeClaim: { claimName: subject.names.pvc } },
                ],
              }
            : {}),
        },
      },
    },
  };
}

function metadata(subject: Subject, name: string, sidecar: string): NewObject['metadata'] {
  return { name, labels: { app: name, [labels.sidecar]: sidecar }, ownerReferences: [owner(subject)] };
}

/** Only sidecar objects are owned in this form (recordings); the garbage collector treats it no differently here. */
function owner(subject: Subject): OwnerReference {
  return { ...referenceTo(subject.owner), controller: false, blockOwnerDeletion: true };
}

function portOfSidecar(subject: Subject, sidecar: string): number {
  return sidecarsOf(subject.app).find((each) => each.name === sidecar)?.port ?? 5000;
}
