import { type Pass, planEvent } from '../../plugin/forecast/pass-over.ts';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { owners } from '../../plugin/theia/owners.ts';
import { sessionLabels } from '../../plugin/theia/session.ts';
import { usualSettings } from '../../plugin/theia/templates/subject.ts';

/** An AppDefinition with what the operator's passes read of it. */
export function definition(name: string, spec: Record<string, unknown>, generation = 1): KubeObject {
  return {
    apiVersion: 'theia.cloud/v1beta11',
    kind: 'AppDefinition',
    metadata: { name, uid: '6f1a8966-4d5a-41dc-82ba-381261d79c23', generation },
    spec: { name, image: 'registry.example.test/ide:1', port: 3000, minInstances: 3, ...spec },
  };
}

export function session(name: string, app: KubeObject): KubeObject {
  return {
    apiVersion: 'theia.cloud/v1beta8',
    kind: 'Session',
    metadata: { name, uid: `5c50cd22-4b9f-493e-aab4-${name.padEnd(12, '0')}` },
    spec: { name, appDefinition: app.metadata.name, user: `${name}@example.test` },
  };
}

/** What a start of the operator does, and what a change of the AppDefinition. */
export const planEnsure = (app: KubeObject, objects: readonly KubeObject[], settings = usualSettings): Pass =>
  planEvent('ensure-on-added', 'ADDED', app, objects, settings);
export const planReconcile = (
  app: KubeObject,
  objects: readonly KubeObject[],
  settings = usualSettings,
): Pass => planEvent('ensure-on-added', 'MODIFIED', app, objects, settings);

/** The pool that an operator makes of the AppDefinition where nothing was. */
export function freshPool(app: KubeObject, settings = usualSettings): KubeObject[] {
  return planEnsure(app, [app], settings).objects;
}

/** The named objects with one owner more, and with a Session's labels on Services where a Session is given. */
export function owned(
  objects: readonly KubeObject[],
  names: readonly string[],
  by: KubeObject,
  app?: KubeObject,
): KubeObject[] {
  const reference: OwnerReference = {
    apiVersion: by.apiVersion,
    kind: by.kind,
    name: by.metadata.name,
    uid: by.metadata.uid,
  };
  return objects.map((object) => {
    const { metadata } = object;
    if (!names.includes(metadata.name) || object.kind === 'ConfigMap') return object;
    const claimed = app !== undefined && object.kind === 'Service' ? sessionLabels(by, app) : {};
    return {
      ...object,
      metadata: {
        ...metadata,
        labels: { ...metadata.labels, ...claimed },
        ownerReferences: [...owners(object), reference],
      },
    };
  });
}

export function without(objects: readonly KubeObject[], kind: string, name: string): KubeObject[] {
  return objects.filter((object) => object.kind !== kind || object.metadata.name !== name);
}

export function names(objects: readonly KubeObject[], kind: string): string[] {
  return objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
}
