import type { KubeObject } from '../../model/kube.ts';
import type { ExpectedPart } from '../../model/parts.ts';
import { type NewObject, type OperatorSettings, instanceSubject } from './subject.ts';
import { emailConfigMap, proxyConfigMap } from './config-map.ts';
import { mainDeployment } from './deployment.ts';
import { externalService, internalService } from './service.ts';
import { sidecarDeployment, sidecarService } from './sidecar.ts';
import { appName } from '../app-definition.ts';
import { referenceTo } from '../owners.ts';

/**
 * The object that the operator creates for one part of instance `id`, from the AppDefinition as it is now.
 * The proxy ConfigMap still lacks its data, which comes from `oauth2-proxy-config` (see `withProxyConfig`).
 * Field by field after `test/fixtures/recordings/`, where pod specs are trimmed.
 */
export function partTemplate(
  app: KubeObject,
  id: number,
  part: ExpectedPart,
  settings: OperatorSettings,
): NewObject {
  const subject = instanceSubject(app, id, settings);
  switch (part.kind) {
    case 'externalService':
      return externalService(subject, part.name, settings);
    case 'internalService':
      return internalService(subject, part.name);
    case 'proxyConfigMap':
      return proxyConfigMap(subject, part.name);
    case 'emailConfigMap':
      return emailConfigMap(subject, part.name, '');
    case 'pvc':
      return workspaceClaim(app, id, part.name);
    case 'sidecarService':
      return sidecarService(subject, part);
    case 'sidecarDeployment':
      return sidecarDeployment(subject, part);
    case 'deployment':
      return mainDeployment(subject, part.name, settings);
  }
}

/** The workspace of one instance. It carries no generation, so no reconcile ever renews it (docs/theia-cloud.md#pvc). */
function workspaceClaim(app: KubeObject, id: number, name: string): NewObject {
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
