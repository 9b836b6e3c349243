import type { KubeObject } from '../model/kube.ts';
import type { Part, PartKind } from '../model/parts.ts';
import { labels } from './labels.ts';
import { instanceId } from './names.ts';

/** A part and the instance id in its name. */
export interface Placed extends Part {
  id: number;
}

/**
 * What an object is inside an instance, or undefined when it is no part of one (a lazy session's `session-...`,
 * a ReplicaSet, anything foreign). Reads name and labels only, never throws.
 */
export function placePart(object: KubeObject): Placed | undefined {
  const id = instanceId(object.metadata.name);
  if (id === undefined) return undefined;
  const part = partOf(object);
  return part === undefined ? undefined : { ...part, id };
}

/** The same without an id: also for the `session-...` objects of a session that started lazily. */
export function partOf(object: KubeObject): Part | undefined {
  const sidecar = object.metadata.labels?.[labels.sidecar];
  const kind = partKindOf(object, sidecar !== undefined);
  if (kind === undefined) return undefined;
  return sidecar !== undefined && (kind === 'sidecarDeployment' || kind === 'sidecarService')
    ? { kind, object, sidecar }
    : { kind, object };
}

function partKindOf(object: KubeObject, isSidecar: boolean): PartKind | undefined {
  const { name } = object.metadata;
  switch (object.kind) {
    case 'Deployment':
      return isSidecar ? 'sidecarDeployment' : 'deployment';
    case 'Service':
      if (isSidecar) return 'sidecarService';
      return name.endsWith('-int') ? 'internalService' : 'externalService';
    case 'ConfigMap':
      return configMapKind(object.metadata.labels?.[labels.purpose]);
    case 'PersistentVolumeClaim':
      return name.endsWith('-pvc') ? 'pvc' : undefined;
    default:
      return undefined;
  }
}

function configMapKind(purpose: string | undefined): PartKind | undefined {
  if (purpose === 'proxy') return 'proxyConfigMap';
  return purpose === 'emails' ? 'emailConfigMap' : undefined;
}
