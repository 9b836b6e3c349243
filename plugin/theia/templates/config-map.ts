import type { KubeObject } from '../../model/kube.ts';
import { portOf } from '../app-definition.ts';
import { allowListKey, labels } from '../labels.ts';
import type { NewObject, Subject } from './subject.ts';
import { referenceTo } from '../owners.ts';

/** The ConfigMap that every proxy configuration is a copy of; without it none can be made (docs/theia-cloud.md#f8). */
export const proxyConfigSource = 'oauth2-proxy-config';
const proxyConfigKey = 'oauth2-proxy.cfg';

export function proxyConfigMap(subject: Subject, name: string): NewObject {
  return configMap(subject, name, 'proxy', {});
}

/** `addresses`: one a line; empty for an instance that nobody claimed. */
export function emailConfigMap(subject: Subject, name: string, addresses: string): NewObject {
  return configMap(subject, name, 'emails', { [allowListKey]: addresses });
}

/** Fills a proxy ConfigMap from `oauth2-proxy-config`, with the instance's own address and port. */
export function withProxyConfig<T extends Pick<KubeObject, 'data'>>(
  object: T,
  source: KubeObject,
  { app, path }: Pick<Subject, 'app' | 'path'>,
  instancesHost: string,
): T {
  const text = (source.data?.[proxyConfigKey] ?? '')
    .replaceAll('placeholder-host', `${instancesHost}${path}`)
    .replaceAll('placeholder-port', String(portOf(app) ?? 0));
  return { ...object, data: { [proxyConfigKey]: text } };
}

function configMap(
  subject: Subject,
  name: string,
  purpose: 'proxy' | 'emails',
  data: Record<string, string>,
): NewObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      labels: { ...subject.labels, [labels.purpose]: purpose },
      ownerReferences: [referenceTo(subject.owner)],
    },
    data,
  };
}
