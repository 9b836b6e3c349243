import type { KubeObject } from '../../../plugin/model/kube.ts';
import { fieldOf } from './volumes.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { fieldRef?: { fieldPath: string } };
}

/** The only container's variables: where the API server is, as a kubelet tells it, and those of its spec. */
export function environmentOf(pod: KubeObject, server: string): Record<string, string> {
  const { hostname, port } = new URL(server);
  const variables: Variable[] = pod.spec.containers[0].env ?? [];
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOSTNAME: pod.metadata.name,
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    KUBERNETES_SERVICE_PORT_HTTPS: port,
    ...Object.fromEntries(variables.map((variable) => [variable.name, valueFor(pod, variable)])),
  };
}

function valueFor(pod: KubeObject, { name, value, valueFrom }: Variable): string {
  if (valueFrom === undefined) return value ?? '';
  if (valueFrom.fieldRef === undefined) throw new Error(`variable ${name}: no such source here`);
  return fieldOf(pod, valueFrom.fieldRef.fieldPath);
}
