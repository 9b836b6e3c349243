import type { KubeObject } from '../../model/kube.ts';
import { appName, imageOf, portOf, sidecarsOf } from '../app-definition.ts';
import { proxyContainer } from '../deployment.ts';
import type { NewObject, OperatorSettings, Subject } from './subject.ts';
import { referenceTo } from '../owners.ts';

/** The Deployment of one IDE pod: the app's container, behind an oauth2-proxy where Keycloak is on. */
export function mainDeployment(subject: Subject, name: string, settings: OperatorSettings): NewObject {
  const { app, names } = subject;
  const podLabels = { app: subject.selector, ...subject.labels };
  const secret: unknown = app.spec?.pullSecret;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: { ...subject.labels }, ownerReferences: [referenceTo(subject.owner)] },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: subject.selector } },
      template: {
        metadata: { labels: podLabels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          ...(typeof secret === 'string' && secret !== '' ? { imagePullSecrets: [{ name: secret }] } : {}),
          containers: [...(settings.keycloak ? [proxy(settings)] : []), ide(subject, settings)],
          volumes: [
            ...(settings.keycloak ? proxyVolumes(names) : []),
            ...(names.pvc === undefined
              ? []
              : [{ name: 'user-data', persistentVolumeClaim: { claimName: names.pvc } }]),
          ],
        },
      },
    },
  };
}

function ide(subject: Subject, settings: OperatorSettings): object {
  const { app, names } = subject;
  return {
    name: appName(app),
    image: imageOf(app) ?? '',
    imagePullPolicy: app.spec?.imagePullPolicy ?? 'IfNotPresent',
    ports: [{ name: 'application', containerPort: portOf(app) ?? 0, protocol: 'TCP' }],
    resources: resourcesOf(app),
    env: Object.entries({
      THEIACLOUD_APP_ID: appName(app),
      THEIACLOUD_SERVICE_URL: settings.serviceUrl,
      ...subject.env,
      ...sidecarEnv(subject),
    }).map(([key, value]) => ({ name: key, value })),
    ...(names.pvc === undefined
      ? {}
      : { volumeMounts: [{ name: 'user-data', mountPath: app.spec?.mountPath ?? '/home/project' }] }),
  };
}

function proxy({ oauth2ProxyVersion }: OperatorSettings): object {
  return {
    name: proxyContainer,
    image: `quay.io/oauth2-proxy/oauth2-proxy:${oauth2ProxyVersion}`,
    imagePullPolicy: 'IfNotPresent',
    args: [
      '--config=/etc/oauth2-proxy.cfg',
      '--authenticated-emails-file=/emails/authenticated-emails-list',
      '--reverse-proxy',
    ],
    ports: [{ name: 'web', containerPort: 5000, protocol: 'TCP' }],
    volumeMounts: [
      { name: 'oauth2-proxy-config', mountPath: '/etc/oauth2-proxy.cfg', subPath: 'oauth2-proxy.cfg' },
      { name: 'oauth2-templates', mountPath: '/templates' },
      { name: 'oauth2-emails', mountPath: '/emails' },
    ],
  };
}

function proxyVolumes(names: Subject['names']): object[] {
  return [
    { name: 'oauth2-proxy-config', configMap: { name: names.proxy } },
    { name: 'oauth2-templates', configMap: { name: 'oauth2-templates' } },
    { name: 'oauth2-emails', configMap: { name: names.email } },
  ];
}

/** Empty quantities are left out: the API server refuses them. */
function resourcesOf(app: KubeObject): object {
  const { limitsCpu, limitsMemory, requestsCpu, requestsMemory } = app.spec ?? {};
  return { limits: present(limitsCpu, limitsMemory), requests: present(requestsCpu, requestsMemory) };
}

function present(cpu: unknown, memory: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ cpu, memory }).flatMap(([key, value]) =>
      typeof value === 'string' && value !== '' ? [[key, value]] : [],
    ),
  );
}

function sidecarEnv({ app, names }: Subject): Record<string, string> {
  const list = sidecarsOf(app).map(({ name, port }) => ({ name, host: names.sidecars[name], port }));
  return list.length === 0 ? {} : { SIDECAR_CONFIG: JSON.stringify(list) };
}
