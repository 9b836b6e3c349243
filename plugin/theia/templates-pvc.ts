import type { KubeObject } from '../model/kube.ts';
import { appName } from './app-definition.ts';
import type { NewObject } from './new-object.ts';
import { referenceTo } from './owners.ts';

/** The workspace of one instance. It carries no generation, so no reconcile ever renews it (theia-cloud.md section 2). */
export function workspaceClaim(app: KubeObject, id: number, name: string): NewObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      labels: { 'theia-cloud.io/workspace-name': `${appName(app)}-instance-${id}` },
      ownerReferences: [referenceTo(app)],
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '250Mi' } },
    },
  };
}
