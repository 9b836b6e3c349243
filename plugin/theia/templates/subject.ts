import type { KubeObject, ObjectMeta, OwnerReference } from '../../model/kube.ts';
import { appName, sidecarsOf } from '../app-definition.ts';
import { type Conventions, expectedParts, validName } from '../names.ts';
import { labels } from '../labels.ts';

/** For whom objects are made: an instance of the pool, or a session that starts lazily. Same objects, other names. */
export interface Subject {
  app: KubeObject;
  owner: KubeObject;
  /** Label on all objects but those of sidecars, and on the main pod template. */
  labels: Record<string, string>;
  /** Value of the label `app` by which the Services find the pod. */
  selector: string;
  /** Path of the subject below the host of all instances. */
  path: string;
  names: { proxy: string; email: string; pvc?: string; sidecars: Record<string, string> };
  env: Record<string, string>;
}

/** `app-3`: pod selector and path of an instance. Both carry no UID (docs/theia-cloud.md#f10). */
export function instanceSelector(app: KubeObject, id: number): string {
  return validName([`${appName(app)}-${id}`]);
}

export function instanceSubject(app: KubeObject, id: number, settings: OperatorSettings): Subject {
  const parts = expectedParts(app, id, { keycloak: true });
  const named = (kind: string): string | undefined => parts.find((part) => part.kind === kind)?.name;
  const pvc = named('pvc');
  const selector = instanceSelector(app, id);
  return {
    app,
    owner: app,
    labels: settings.generationLabels ? { [labels.generation]: String(app.metadata.generation ?? 0) } : {},
    selector,
    path: `/${selector}`,
    names: {
      proxy: named('proxyConfigMap') ?? '',
      email: named('emailConfigMap') ?? '',
      ...(pvc === undefined ? {} : { pvc }),
      sidecars: Object.fromEntries(
        sidecarsOf(app).map(({ name }) => [
          name,
          parts.find((part) => part.kind === 'sidecarService' && part.sidecar === name)?.name ?? '',
        ]),
      ),
    },
    env: {},
  };
}

/** An object before the API server has seen it. */
export type NewObject = Omit<KubeObject, 'metadata'> & { metadata: NewMeta };

type NewMeta = Pick<ObjectMeta, 'name'> & {
  labels: Record<string, string>;
  ownerReferences: OwnerReference[];
};

/** What reaches the objects from the operator's arguments instead of the AppDefinition (docs/theia-cloud.md#f14). */
export interface OperatorSettings extends Conventions {
  /** False upstream, which has no notion of a generation. */
  generationLabels: boolean;
  /** Host of all instances, a path each below it. */
  instancesHost: string;
  serviceUrl: string;
  /** Tag of the oauth2-proxy image. */
  oauth2ProxyVersion: string;
}

export const usualSettings: OperatorSettings = {
  keycloak: true,
  generationLabels: true,
  instancesHost: 'instances.example.test',
  serviceUrl: 'https://service.example.test/service',
  oauth2ProxyVersion: 'latest',
};
