import type { Kind } from './kinds.ts';
import type { KubeObject } from './kube.ts';

/** What an instance is made of. `main`: needed for a session, carries the generation label, made by every pass. */
interface PartRow {
  readonly kind: Kind;
  readonly label: string;
  readonly main: boolean;
}

/** The parts of an instance, in the order in which the operator makes them (docs/theia-cloud.md#reconcile). */
export const partKinds = {
  externalService: { kind: 'Service', label: 'external Service', main: true },
  internalService: { kind: 'Service', label: 'internal Service', main: true },
  proxyConfigMap: { kind: 'ConfigMap', label: 'proxy ConfigMap', main: true },
  emailConfigMap: { kind: 'ConfigMap', label: 'email ConfigMap', main: true },
  pvc: { kind: 'PersistentVolumeClaim', label: 'PVC', main: false },
  sidecarService: { kind: 'Service', label: 'sidecar Service', main: false },
  sidecarDeployment: { kind: 'Deployment', label: 'sidecar Deployment', main: false },
  deployment: { kind: 'Deployment', label: 'Deployment', main: true },
} as const satisfies Record<string, PartRow>;

export type PartKind = keyof typeof partKinds;

/** One object of an instance. `sidecar` is the sidecar's name for the two sidecar kinds, else absent. */
export interface Part {
  kind: PartKind;
  sidecar?: string;
  object: KubeObject;
}

/** What an instance must have: a part kind and, for sidecars, which one. `name` is what the operator calls it. */
export interface ExpectedPart {
  kind: PartKind;
  sidecar?: string;
  name: string;
}

/** `Deployment`, or `sidecar Deployment java-ls`. */
export function partLabel(part: { kind: PartKind; sidecar?: string }): string {
  const { label } = partKinds[part.kind];
  return part.sidecar === undefined ? label : `${label} ${part.sidecar}`;
}

/** Stable identity of a part inside its instance. */
export function partKey(part: { kind: PartKind; sidecar?: string }): string {
  return part.sidecar === undefined ? part.kind : `${part.kind}/${part.sidecar}`;
}
