import { apiVersionOf } from '../../model/kinds.ts';
import type { KubeObject } from '../../model/kube.ts';

/** What a namespace has before any pool: the shared route and the proxy's configuration (theia-cloud.md F8, F9). */
export const groundwork: readonly { kind: string; object: object }[] = [
  {
    kind: 'HTTPRoute',
    object: {
      apiVersion: apiVersionOf('HTTPRoute'),
      kind: 'HTTPRoute',
      metadata: { name: 'theia-cloud-demo-ws-route' },
      spec: { parentRefs: [{ name: 'gateway' }], hostnames: ['instances.example.test'], rules: [] },
    },
  },
  {
    kind: 'ConfigMap',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'oauth2-proxy-config' },
      data: { 'oauth2-proxy.cfg': 'redirect_url="https://placeholder-host/oauth2/callback"' },
    },
  },
];

/** An AppDefinition like those of the recordings, without sidecars. */
export function appDefinition(name: string, image: string, minInstances: number): object {
  return {
    apiVersion: apiVersionOf('AppDefinition'),
    kind: 'AppDefinition',
    metadata: { name },
    spec: {
      name,
      image,
      imagePullPolicy: 'IfNotPresent',
      port: 3000,
      uid: 101,
      ingressname: 'theia-cloud-demo-ws-route',
      minInstances,
      maxInstances: Math.max(20, 2 * minInstances),
      timeout: 1440,
      requestsCpu: '100m',
      requestsMemory: '1000M',
      limitsCpu: '2',
      limitsMemory: '1200M',
    },
  };
}

export function session(name: string, app: string, user: string): object {
  return {
    apiVersion: apiVersionOf('Session'),
    kind: 'Session',
    metadata: { name },
    spec: { name, appDefinition: app, user },
  };
}

/** UID and allow-list of everything a Session's instance consists of, as one text for comparing. */
export function fingerprint(objects: readonly KubeObject[], session: KubeObject, id: number): string {
  const prefix = `instance-${id}-`;
  return objects
    .filter((object) => object.metadata.name.startsWith(prefix))
    .map(
      (object) =>
        `${object.kind} ${object.metadata.name} ${object.metadata.uid} ${object.data?.['authenticated-emails-list'] ?? ''}`,
    )
    .sort()
    .concat(session.metadata.uid)
    .join('\n');
}
