import type { KubeObject } from '../../model/kube.ts';

export const pvcProtection = 'kubernetes.io/pvc-protection';

/** What the server fills in when an object of this kind is created, as far as anybody here reads it. */
export function withDefaults(object: KubeObject, random: () => number): KubeObject {
  const fill = byKind[object.kind as keyof typeof byKind];
  return fill === undefined ? object : fill(object, random);
}

/** A Service keeps the address it once got, whatever a later write says. */
export function keepAllocated(before: KubeObject, next: KubeObject): KubeObject {
  if (next.kind !== 'Service' || before.spec?.clusterIP === undefined) return next;
  const { clusterIP, clusterIPs } = before.spec;
  return { ...next, spec: { ...next.spec, clusterIP, ...(clusterIPs === undefined ? {} : { clusterIPs }) } };
}

const byKind = {
  Deployment: (object: KubeObject): KubeObject => ({
    ...object,
    spec: {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      ...object.spec,
    },
  }),
  Service: (object: KubeObject, random: () => number): KubeObject => {
    const address = object.spec?.clusterIP ?? `10.96.${octet(random)}.${octet(random)}`;
    const ports = (object.spec?.ports ?? []).map((port: { port: number }) => ({
      protocol: 'TCP',
      targetPort: port.port,
      ...port,
    }));
    return {
      ...object,
      spec: {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ...object.spec,
        clusterIP: address,
        clusterIPs: [address],
        ...(ports.length === 0 ? {} : { ports }),
      },
    };
  },
  Pod: (object: KubeObject): KubeObject => ({ ...object, status: { phase: 'Pending' } }),
  PersistentVolumeClaim: (object: KubeObject): KubeObject => ({
    ...object,
    metadata: {
      ...object.metadata,
      finalizers: [...new Set([...(object.metadata.finalizers ?? []), pvcProtection])],
    },
    status: { phase: 'Pending' },
  }),
  Namespace: (object: KubeObject): KubeObject => ({ ...object, status: { phase: 'Active' } }),
};

function octet(random: () => number): number {
  return 1 + Math.floor(random() * 254);
}
