import { apiVersionOf, type Kind, kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject, ObjectMeta } from '../../plugin/model/kube.ts';
import type { AppGiven, SessionGiven } from './scenario.ts';

type Bare = Partial<Omit<KubeObject, 'metadata'>> & { metadata?: Partial<ObjectMeta> };

/** An object of which a test says what matters; its UID says what it stands for. */
export function object(kind: string, name: string, { metadata, ...rest }: Bare = {}): KubeObject {
  const apiVersion = kind in kinds ? apiVersionOf(kind as Kind) : 'v1';
  return { apiVersion, kind, ...rest, metadata: { name, uid: `${kind}/${name}`, ...metadata } };
}

/** An object whose kind and name say nothing. */
export function something(metadata: Partial<ObjectMeta>, rest: Partial<KubeObject> = {}): KubeObject {
  return object('X', 'x', { ...rest, metadata });
}

/** What an installation has beside the operator: the shared route (docs/theia-cloud.md#f9) and what proxies are configured from (docs/theia-cloud.md#f8). */
export const installation = {
  route: {
    apiVersion: apiVersionOf('HTTPRoute'),
    kind: 'HTTPRoute',
    metadata: { name: 'theia-cloud-demo-ws-route' },
    spec: {
      parentRefs: [{ name: 'gateway' }],
      hostnames: ['instances.example.test'],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/nothing' } }] }],
    },
  },
  proxyConfig: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'oauth2-proxy-config' },
    data: { 'oauth2-proxy.cfg': 'redirect_url="https://placeholder-host/oauth2/callback"' },
  },
};

export function appDefinition({ name, min, max = 100, image, sidecars }: AppGiven): object {
  return {
    apiVersion: apiVersionOf('AppDefinition'),
    kind: 'AppDefinition',
    metadata: { name },
    spec: {
      name,
      image: image ?? `registry.example.test/${name}:1.0.0`,
      imagePullPolicy: 'IfNotPresent',
      uid: 101,
      port: 3000,
      ingressname: installation.route.metadata.name,
      minInstances: min,
      maxInstances: max,
      timeout: 1440,
      requestsCpu: '100m',
      requestsMemory: '1000M',
      limitsCpu: '2',
      limitsMemory: '1200M',
      mountPath: '/home/project',
      monitor: { port: 3000, activityTracker: { notifyAfter: 55, timeoutAfter: 60 } },
      ...(sidecars === undefined ? {} : { sidecars }),
    },
  };
}

export function sessionObject({ name, app, user }: SessionGiven): object {
  return {
    apiVersion: apiVersionOf('Session'),
    kind: 'Session',
    metadata: { name },
    spec: {
      name,
      appDefinition: app,
      user: user ?? `${name}@example.test`,
      sessionSecret: `secret-of-${name}`,
    },
  };
}
