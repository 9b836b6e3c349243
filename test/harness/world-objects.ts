import { apiVersionOf, type Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { leaderLease, operatorDeployment } from '../../plugin/theia/operator.ts';

/** Namespace of every generated world. */
export const namespace = 'theia';

/** When a generated world is looked at first: 2026-11-30T10:00:00Z. */
export const worldStart = Date.UTC(2026, 10, 30, 10);

const stamps = new Map<number, string>();

/** Kubernetes times are whole seconds. Kept, since generated worlds write the same few thousand times over and over. */
export function stamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  const known = stamps.get(second);
  if (known !== undefined) return known;
  const text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  stamps.set(second, text);
  return text;
}

export function objectOf(kind: Kind, name: string, uid: string, more: Partial<KubeObject> = {}): KubeObject {
  const { metadata, ...rest } = more;
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    ...rest,
    metadata: { name, namespace, uid, resourceVersion: '1', ...metadata } as KubeObject['metadata'],
  };
}

export type Phase = 'live' | 'inFlight' | 'failed' | 'ending';

const statuses: Record<Phase, string> = {
  live: 'HANDLED',
  inFlight: 'HANDLING',
  failed: 'ERROR',
  ending: 'HANDLED',
};

/** A Session of `app`; with `id` it names the instance that it claimed. */
export function sessionOf(
  name: string,
  app: string,
  { phase = 'live' as Phase, id, made }: { phase?: Phase; id?: number; made: number },
): KubeObject {
  const chosen =
    id === undefined ? {} : { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(id) };
  return objectOf('Session', name, `session-${name}`, {
    metadata: {
      creationTimestamp: stamp(made),
      annotations: chosen,
      ...(phase === 'ending' ? { deletionTimestamp: stamp(made + 1000) } : {}),
    } as KubeObject['metadata'],
    spec: { name, appDefinition: app, user: `${name}@example.test` },
    status: { operatorStatus: statuses[phase] },
  });
}

/** A Lease of ours. */
export function leaseOf(
  name: string,
  holder: string,
  { renewed, seconds = 3600, uid = `lease-${name}` }: { renewed: number; seconds?: number; uid?: string },
): KubeObject {
  return objectOf('Lease', name, uid, {
    metadata: { creationTimestamp: stamp(renewed) } as KubeObject['metadata'],
    spec: { holderIdentity: holder, leaseDurationSeconds: seconds, renewTime: stamp(renewed) },
  });
}

export interface OperatorState {
  eagerStart: boolean;
  keycloak: boolean;
  rolledOut: boolean;
  /** Its Lease was renewed at this time, ms; undefined: there is none. */
  renewed?: number;
}

/** Name of the process that holds the operator's Lease when a world begins. */
export const operatorProcess = 'operator-process';

/** The operator's Deployment and, where it leads, its Lease. */
export function operatorObjects({ eagerStart, keycloak, rolledOut, renewed }: OperatorState): KubeObject[] {
  const args = [
    ...(eagerStart ? ['--eagerStart'] : []),
    ...(keycloak ? ['--keycloak'] : []),
    '--serviceUrl',
    'x',
  ];
  const deployment = objectOf('Deployment', operatorDeployment, 'operator-uid', {
    metadata: { labels: { app: 'operator' }, generation: 1 } as unknown as KubeObject['metadata'],
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'operator' } },
      template: {
        metadata: { labels: { app: 'operator' } },
        spec: { containers: [{ name: 'operator', image: 'operator:1', args }] },
      },
    },
    status: rolledOut
      ? { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1 }
      : { observedGeneration: 1, replicas: 2, updatedReplicas: 1, readyReplicas: 1 },
  });
  if (renewed === undefined) return [deployment];
  const spec = {
    holderIdentity: operatorProcess,
    leaseDurationSeconds: 6,
    acquireTime: stamp(renewed - 600_000),
    renewTime: stamp(renewed),
  };
  return [deployment, objectOf('Lease', leaderLease, 'leader-uid', { spec })];
}

export function withOwners(object: KubeObject, ownerReferences: OwnerReference[]): KubeObject {
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

export function withLabels(object: KubeObject, labels: Record<string, string>): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: { ...object.metadata.labels, ...labels } } };
}

export function reference(kind: Kind, name: string, uid: string): OwnerReference {
  return { apiVersion: apiVersionOf(kind), kind, name, uid };
}
