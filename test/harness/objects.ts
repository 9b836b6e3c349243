import { kinds } from '../../plugin/model/kinds.ts';
import type { AppGiven, SessionGiven } from './scenario.ts';

const apiVersion = (kind: 'AppDefinition' | 'Session' | 'HTTPRoute'): string =>
  `${kinds[kind].group}/${kinds[kind].version}`;

/** What an installation has beside the operator: the shared route (F9) and what proxies are configured from (F8). */
export const installation = {
  route: {
    apiVersion: apiVersion('HTTPRoute'),
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
    apiVersion: apiVersion('AppDefinition'),
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
    apiVersion: apiVersion('Session'),
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
