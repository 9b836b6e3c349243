import {
  appDefinition,
  type LabWithOperator,
  session,
  startLabWithOperator,
} from '../../plugin/lab/lab-with-operator.ts';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';

/** A settled pool of `java` whose operator is gone: sessions come and go as fast as a test wants. */
export interface Pool {
  stage: LabWithOperator;
  /** A live Session takes the instance: both Services, the Deployment, the allow-list. */
  claim(id: number, name: string): KubeObject;
  /** The Session goes, and what the operator's release would do to its instance is done. */
  release(id: number, name: string): void;
  /** The Session owns every part of the instance. */
  isComplete(id: number, name: string): boolean;
}

export async function openPool(scale: number, size: number): Promise<Pool> {
  const stage = await startLabWithOperator(scale);
  stage.create('AppDefinition', appDefinition('java', 'registry.example.test/java:1.0.0', size));
  await stage.startOperator();
  const deployments = () => partsOf(stage).filter(({ kind }) => kind === 'Deployment');
  await stage.until('a whole pool', () => deployments().filter(isReady).length === size);
  await stage.stopOperator();
  const change = ({ kind, metadata }: KubeObject, body: object): void =>
    stage.patch(kind, metadata.name, body);

  return {
    stage,
    claim(id, name) {
      const owner = stage.create('Session', session(name, 'java', `${name}@example.test`));
      const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(id) };
      stage.patch('Session', name, { metadata: { annotations: chosen } });
      const { apiVersion, kind, metadata } = owner;
      for (const part of partsOf(stage, id)) {
        if (part.kind === 'ConfigMap') {
          if (isList(part)) change(part, { data: { [list]: `${name}@example.test` } });
          continue;
        }
        const ownerReferences = [...owners(part), { apiVersion, kind, name, uid: metadata.uid }];
        change(part, { metadata: { ownerReferences } });
      }
      stage.lab.api.patch(
        { user: 'operator', manager: 'operator' },
        { kind: 'Session', namespace: 'theia', name },
        'merge',
        { status: { operatorStatus: 'HANDLED' } },
        { subresource: 'status' },
      );
      return owner;
    },
    release(id, name) {
      stage.lab.api.remove(
        { user: 'somebody', manager: 'kubectl' },
        { kind: 'Session', namespace: 'theia', name },
      );
      for (const part of partsOf(stage, id)) {
        const ownerReferences = owners(part).filter(({ kind }) => kind !== 'Session');
        change(part, { metadata: { ownerReferences }, ...(isList(part) ? { data: { [list]: '' } } : {}) });
      }
    },
    isComplete: (id, name) =>
      partsOf(stage, id).every((part) => owners(part).some((owner) => owner.name === name)),
  };
}

const list = 'authenticated-emails-list';

function partsOf(stage: LabWithOperator, id?: number): KubeObject[] {
  const prefix = id === undefined ? 'instance-' : `instance-${id}-`;
  return stage
    .objects('Service', 'Deployment', 'ConfigMap')
    .filter(({ metadata }) => metadata.name.startsWith(prefix));
}

function isReady({ status }: KubeObject): boolean {
  return status?.readyReplicas === 1;
}

function isList({ data }: KubeObject): boolean {
  return data?.[list] !== undefined;
}

function owners({ metadata }: KubeObject): OwnerReference[] {
  return metadata.ownerReferences ?? [];
}
