import { labelsOf } from './meta.ts';
import type { HookOptions } from './options.ts';

/** What runs in a pod of ours. */
export interface PodUse {
  component: string;
  /** Of the ServiceAccount. */
  account: string;
  args: readonly string[];
  restartPolicy: 'Never' | 'Always' | 'OnFailure';
  activeDeadlineSeconds?: number;
  /** Name of the ConfigMap with the desired manifests, mounted at `desiredPath`. */
  desired?: string;
}

export const containerName = 'warmgate';
export const desiredPath = '/desired';
/** warmgate ends 5 s after SIGTERM at the latest (design.md section 5 step 9). */
const graceSeconds = 10;

/** A mesh sidecar would keep the pod of a Job running for ever; Istio reads the label, older ones the annotation. */
const noMesh = { 'sidecar.istio.io/inject': 'false' };

/** Labels and annotations of a pod, without its name. */
export function podMeta(use: PodUse, options: HookOptions) {
  return {
    labels: { ...labelsOf(use.component, options), ...noMesh },
    annotations: { ...noMesh, 'linkerd.io/inject': 'disabled' },
  };
}

/**
 * A pod that the restricted standard admits (https://kubernetes.io/docs/concepts/security/pod-security-standards/):
 * one plain container, not root, nothing written but the termination message.
 */
export function podSpec(use: PodUse, options: HookOptions) {
  const { imagePullSecrets: secrets } = options;
  return {
    serviceAccountName: use.account,
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    restartPolicy: use.restartPolicy,
    terminationGracePeriodSeconds: graceSeconds,
    ...(use.activeDeadlineSeconds === undefined ? {} : { activeDeadlineSeconds: use.activeDeadlineSeconds }),
    ...(secrets.length === 0 ? {} : { imagePullSecrets: secrets.map((name) => ({ name })) }),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(use, options)],
    ...(use.desired === undefined
      ? {}
      : { volumes: [{ name: 'desired', configMap: { name: use.desired } }] }),
  };
}

function container(use: PodUse, { image, imagePullPolicy, env }: HookOptions) {
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  return {
    name: containerName,
    image,
    imagePullPolicy,
    args: [...use.args],
    ...(variables.length === 0 ? {} : { env: variables }),
    resources: { requests: { cpu: '50m', memory: '96Mi' }, limits: { memory: '256Mi' } },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    ...(use.desired === undefined
      ? {}
      : { volumeMounts: [{ name: 'desired', mountPath: desiredPath, readOnly: true }] }),
  };
}
