import type { HookOptions } from './hooks.ts';
import { labelsOf, unlessEmpty } from './manifest.ts';

/** What runs in a pod of ours. */
export interface PodUse {
  component: string;
  /** Of the ServiceAccount. */
  account: string;
  args: readonly string[];
  restartPolicy: 'Never' | 'Always' | 'OnFailure';
  activeDeadlineSeconds?: number;
  /** Names of the ConfigMaps with the desired manifests, mounted at `desiredPath` as one folder. */
  desired?: readonly string[];
}

export const containerName = 'warmgate';
const desiredPath = '/desired';
/** Key of the desired manifests in their ConfigMap. */
export const desiredKey = 'appdefinitions.yaml';

/** The files in which a hook finds the desired manifests of that many ConfigMaps. */
export function desiredFiles(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${desiredPath}/${fileName(at)}`);
}

function fileName(at: number): string {
  return at === 0 ? desiredKey : desiredKey.replace('.', `-${at + 1}.`);
}

/** warmgate ends 5 s after SIGTERM at the latest (docs/architecture.md#verify-step-9). */
const graceSeconds = 10;

/** A mesh sidecar would keep the pod of a Job running for ever; Istio reads the label, older ones the annotation. */
const noMesh = { 'sidecar.istio.io/inject': 'false' };

/** Labels and annotations of a pod, without its name. */
export function podMeta(use: PodUse, options: HookOptions) {
  return {
    labels: { ...labelsOf(use.component, options), ...options.pod.labels, ...noMesh },
    annotations: { ...options.pod.annotations, ...noMesh, 'linkerd.io/inject': 'disabled' },
  };
}

/**
 * A pod that the restricted standard admits (https://kubernetes.io/docs/concepts/security/pod-security-standards/):
 * one plain container, not root, nothing written but the termination message.
 */
export function podSpec(use: PodUse, options: HookOptions) {
  const { imagePullSecrets: secrets, pod } = options;
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
    ...unlessEmpty('volumes', [...desiredVolumes(use.desired ?? []), ...bundleVolumes(options)]),
    ...unlessEmpty('nodeSelector', pod.nodeSelector),
    ...unlessEmpty('tolerations', pod.tolerations),
    ...unlessEmpty('affinity', pod.affinity),
    ...unlessEmpty('priorityClassName', pod.priorityClassName),
  };
}

function desiredVolumes(names: readonly string[]): object[] {
  const [first, second] = names;
  if (first === undefined) return [];
  if (second === undefined) return [{ name: 'desired', configMap: { name: first } }];
  const sources = names.map((name, at) => ({
    configMap: { name, items: [{ key: desiredKey, path: fileName(at) }] },
  }));
  return [{ name: 'desired', projected: { sources } }];
}

function bundleVolumes({ bundle }: HookOptions): object[] {
  return bundle === '' ? [] : [{ name: 'bundle', configMap: { name: bundle } }];
}

function container(use: PodUse, { image, imagePullPolicy, env, pod, bundle }: HookOptions) {
  const mounts = [
    ...(use.desired === undefined ? [] : [{ name: 'desired', mountPath: desiredPath, readOnly: true }]),
    ...(bundle === '' ? [] : [{ name: 'bundle', mountPath: '/bundle', readOnly: true }]),
  ];
  const variables = Object.entries(env).map(([name, value]) => ({ name, value }));
  return {
    name: containerName,
    image,
    imagePullPolicy,
    ...(bundle === '' ? {} : { command: ['node', '/bundle/warmgate.mjs'] }),
    args: [...use.args],
    ...(variables.length === 0 ? {} : { env: variables }),
    resources: pod.resources,
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    ...unlessEmpty('volumeMounts', mounts),
  };
}
