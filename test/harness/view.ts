import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { Hands } from './ground.ts';

/**
 * The cluster as the suite sees it. It shares no code with the program that it judges: what an instance is, who owns it
 * and what is current is read here once more.
 */
export interface View {
  apps: KubeObject[];
  sessions: KubeObject[];
  /** Services, Deployments, ConfigMaps and PVCs. */
  objects: KubeObject[];
  pods: KubeObject[];
  leases: KubeObject[];
  instances: InstanceView[];
}

export interface InstanceView {
  /** Last 12 characters of the AppDefinition's UID. */
  uid12: string;
  id: number;
  parts: PartView[];
}

export interface PartView {
  kind: PartKind;
  sidecar: string | undefined;
  object: KubeObject;
}

export async function viewOf(hands: Hands): Promise<View> {
  const list = (kind: Kind) => hands.list(kind);
  const [apps, sessions, services, deployments, configMaps, pvcs, pods, leases] = await Promise.all([
    list('AppDefinition'),
    list('Session'),
    list('Service'),
    list('Deployment'),
    list('ConfigMap'),
    list('PersistentVolumeClaim'),
    list('Pod'),
    list('Lease'),
  ]);
  const objects = [...services, ...deployments, ...configMaps, ...pvcs];
  return { apps, sessions, objects, pods, leases, instances: instancesOf(objects) };
}

/** `instance-3-…-<uid12>`, `-int` and `-pvc` behind it where it is one of those. */
const instanceName = /^instance-(\d+)-.*-([0-9a-z]{12})(?:-int|-pvc)?$/;

export function instanceOf(name: string): { id: number; uid12: string } | undefined {
  const [, id, uid12] = instanceName.exec(name) ?? [];
  return id === undefined || uid12 === undefined ? undefined : { id: Number(id), uid12 };
}

export function instancesOf(objects: readonly KubeObject[]): InstanceView[] {
  const found = new Map<string, InstanceView>();
  for (const object of objects) {
    const place = instanceOf(object.metadata.name);
    if (place === undefined) continue;
    const key = `${place.uid12}/${place.id}`;
    const instance = found.get(key) ?? { ...place, parts: [] };
    found.set(key, instance);
    instance.parts.push(partView(object));
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** An AppDefinition and its instances; undefined when there is none of this name. */
export function poolNamed(
  view: View,
  name: string,
): { app: KubeObject; instances: InstanceView[] } | undefined {
  const app = view.apps.find(({ metadata }) => metadata.name === name);
  const instances = view.instances.filter(({ uid12 }) => app?.metadata.uid.endsWith(uid12));
  return app && { app, instances };
}

export function partView(object: KubeObject): PartView {
  const { labels = {}, name } = object.metadata;
  const sidecar = labels['theia-cloud.io/sidecar'];
  const kind = (): PartKind => {
    switch (object.kind) {
      case 'Service':
        if (sidecar !== undefined) return 'sidecarService';
        return name.endsWith('-int') ? 'internalService' : 'externalService';
      case 'ConfigMap':
        return labels['theia-cloud.io/template-purpose'] === 'proxy' ? 'proxyConfigMap' : 'emailConfigMap';
      case 'PersistentVolumeClaim':
        return 'pvc';
      default:
        return sidecar === undefined ? 'deployment' : 'sidecarDeployment';
    }
  };
  return { kind: kind(), sidecar, object };
}

export function ownersOf(object: KubeObject, kind: string): { name: string; uid: string }[] {
  return (object.metadata.ownerReferences ?? []).filter((owner) => owner.kind === kind);
}

/** Addresses that the instance's oauth2-proxy lets in. */
export function listOf(emails: KubeObject): string[] {
  return (emails.data?.['authenticated-emails-list'] ?? '').split('\n').filter((line) => line.trim() !== '');
}

export function generationLabel(object: KubeObject): string {
  return object.metadata.labels?.['theia-cloud.io/appdefinition-generation'] ?? 'none';
}
