import { portOf } from '../app-definition.ts';
import { labels } from '../labels.ts';
import type { NewObject, OperatorSettings, Subject } from './subject.ts';
import { referenceTo } from '../owners.ts';

/** Port of every internal Service, whatever the app's own is (recordings). */
const internalPort = 3001;

export function externalService(
  subject: Subject,
  name: string,
  { keycloak }: Pick<OperatorSettings, 'keycloak'>,
): NewObject {
  const port = portOf(subject.app) ?? 0;
  const http = { name: 'http', port, protocol: 'TCP', targetPort: keycloak ? 'web' : port };
  const monitor = subject.app.spec?.monitor?.port;
  const extra =
    Number.isInteger(monitor) && monitor > 0 && monitor !== port
      ? [{ name: 'monitor-express', port: monitor, protocol: 'TCP', targetPort: monitor }]
      : [];
  return service(subject, name, {}, [http, ...extra]);
}

export function internalService(subject: Subject, name: string): NewObject {
  const ports = [
    { name: 'http-internal', port: internalPort, protocol: 'TCP', targetPort: portOf(subject.app) ?? 0 },
  ];
  return service(subject, name, { [labels.serviceType]: 'internal' }, ports);
}

function service(subject: Subject, name: string, more: Record<string, string>, ports: object[]): NewObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name,
      labels: { app: subject.selector, ...subject.labels, ...more },
      ownerReferences: [referenceTo(subject.owner)],
    },
    spec: { type: 'ClusterIP', selector: { app: subject.selector }, ports },
  };
}
