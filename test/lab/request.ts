import type { Lab } from '../../plugin/lab/lab.ts';

export interface Answer {
  code: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server sent
  body: any;
  headers: Headers;
}

export const paths = {
  appdefinitions: '/apis/theia.cloud/v1beta11/namespaces/theia/appdefinitions',
  sessions: '/apis/theia.cloud/v1beta8/namespaces/theia/sessions',
  deployments: '/apis/apps/v1/namespaces/theia/deployments',
  services: '/api/v1/namespaces/theia/services',
  configmaps: '/api/v1/namespaces/theia/configmaps',
  pods: '/api/v1/namespaces/theia/pods',
  leases: '/apis/coordination.k8s.io/v1/namespaces/theia/leases',
  claims: '/api/v1/namespaces/theia/persistentvolumeclaims',
};

/** Sends one request as plain HTTP; `type` is the Content-Type, JSON by default. */
export async function request(
  lab: Pick<Lab, 'server'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(lab.server + path, {
    method,
    headers: { 'user-agent': 'tester/1.0', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { code: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export const merge = { 'content-type': 'application/merge-patch+json' };
export const strategic = { 'content-type': 'application/strategic-merge-patch+json' };
export const jsonPatch = { 'content-type': 'application/json-patch+json' };

/** A ConfigMap, or another kind without a spec of its own, to send or put. */
export function configMap(name: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...more }, data: { key: 'value' } };
}

export function appDefinition(name: string, spec: object = {}, metadata: object = {}): object {
  return {
    apiVersion: 'theia.cloud/v1beta11',
    kind: 'AppDefinition',
    metadata: { name, ...metadata },
    spec: { name, image: 'ghcr.io/example/ide:1', minInstances: 1, maxInstances: 5, ...spec },
  };
}

export function deployment(name: string, image: string, more: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...more },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'ide', image }] } },
    },
  };
}
