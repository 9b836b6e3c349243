import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import type { ApiClient } from '../../control-plane/http.ts';
import type { Mount } from './sandbox.ts';

interface Item {
  key: string;
  path: string;
}

interface ConfigMapSource {
  name: string;
  items?: Item[];
  optional?: boolean;
}

interface Projection {
  configMap?: ConfigMapSource;
  serviceAccountToken?: { path: string; expirationSeconds?: number; audience?: string };
  downwardAPI?: { items: { path: string; fieldRef: { fieldPath: string } }[] };
}

interface Volume {
  name: string;
  configMap?: ConfigMapSource;
  projected?: { sources: Projection[] };
  emptyDir?: object;
}

/**
 * Writes the pod's volumes below `folder` and says where its only container has them. The token is one that the API server
 * issues for this very pod, as a kubelet asks for it.
 *
 * @throws Error with kubelet's words when a ConfigMap or key is not there; ApiRefusal when no token is issued
 */
export async function mountVolumes(api: ApiClient, pod: KubeObject, folder: string): Promise<Mount[]> {
  const volumes: Volume[] = pod.spec.volumes ?? [];
  for (const volume of volumes) await fill(api, pod, volume, join(folder, volume.name));
  const mounts: { name: string; mountPath: string; readOnly?: boolean; subPath?: string }[] =
    pod.spec.containers[0].volumeMounts ?? [];
  return mounts.map(({ name, mountPath, subPath }) => {
    const volume = volumes.find((each) => each.name === name);
    if (volume === undefined) throw new Error(`no volume ${name}`);
    return {
      source: join(folder, name, subPath ?? ''),
      target: mountPath,
      writable: volume.emptyDir !== undefined,
    };
  });
}

async function fill(api: ApiClient, pod: KubeObject, volume: Volume, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // The container's user is another one, whatever the mask of this process.
  await chmod(folder, volume.emptyDir === undefined ? 0o755 : 0o777);
  if (volume.emptyDir !== undefined) return;
  const sources =
    volume.configMap === undefined ? volume.projected?.sources : [{ configMap: volume.configMap }];
  if (sources === undefined) throw new Error(`no such kind of volume here: ${JSON.stringify(volume)}`);
  for (const source of sources) {
    const files = await filesOf(api, pod, source);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o755 });
      await writeFile(join(folder, path), text);
      await chmod(join(folder, path), 0o644);
    }
  }
}

async function filesOf(api: ApiClient, pod: KubeObject, source: Projection): Promise<Record<string, string>> {
  const { configMap, serviceAccountToken, downwardAPI } = source;
  if (configMap !== undefined) return configMapFiles(api, pod.metadata.namespace ?? '', configMap);
  if (serviceAccountToken !== undefined)
    return { [serviceAccountToken.path]: await requestToken(api, pod, serviceAccountToken) };
  const items = downwardAPI?.items ?? [];
  return Object.fromEntries(items.map(({ path, fieldRef }) => [path, fieldOf(pod, fieldRef.fieldPath)]));
}

async function configMapFiles(
  api: ApiClient,
  namespace: string,
  { name, items, optional }: ConfigMapSource,
): Promise<Record<string, string>> {
  const { status, body } = await api.send(`/api/v1/namespaces/${namespace}/configmaps/${name}`);
  if (status === 404 && optional === true) return {};
  if (status !== 200) throw new Error(`configmap "${name}" not found`);
  const data: Record<string, string> = body.data ?? {};
  if (items === undefined) return data;
  return Object.fromEntries(
    items.map(({ key, path }) => {
      if (data[key] === undefined) throw new Error(`configmap "${name}" has no key ${key}`);
      return [path, data[key]];
    }),
  );
}

async function requestToken(
  api: ApiClient,
  pod: KubeObject,
  { expirationSeconds = 3600, audience }: NonNullable<Projection['serviceAccountToken']>,
): Promise<string> {
  const { namespace, name, uid } = pod.metadata;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${pod.spec.serviceAccountName}/token`;
  const spec = {
    expirationSeconds,
    ...(audience === undefined ? {} : { audiences: [audience] }),
    boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid },
  };
  const kind = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest' };
  const { body } = await api.call(path, { method: 'POST', body: { ...kind, spec } });
  return body.status.token;
}

/** `metadata.name`, `metadata.namespace`, `spec.serviceAccountName` and the like. */
function fieldOf(pod: KubeObject, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], pod);
  if (typeof value !== 'string') throw new Error(`the pod has no ${path}`);
  return value;
}

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
