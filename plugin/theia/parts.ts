import type { KubeObject } from '../model/kube.ts';
import type { Part, PartKind } from '../model/parts.ts';
import { labels } from './labels.ts';
import { instanceId } from './names.ts';
import { appDefinitionOwners, sessionOwners } from './owners.ts';

/** A part and the instance id in its name. */
export interface Placed extends Part {
  id: number;
}

/**
 * What an object is inside an instance, or undefined when it is no part of one (a lazy session's `session-...`,
 * a ReplicaSet, anything foreign). Reads name and labels only, never throws.
 */
export function placePart(object: KubeObject): Placed | undefined {
  const id = instanceId(object.metadata.name);
  if (id === undefined) return undefined;
  const part = partOf(object);
  return part === undefined ? undefined : { ...part, id };
}

/** The same without an id: also for the `session-...` objects of a session that started lazily. */
export function partOf(object: KubeObject): Part | undefined {
  const sidecar = object.metadata.labels?.[labels.sidecar];
  const kind = partKindOf(object, sidecar !== undefined);
  if (kind === undefined) return undefined;
  return sidecar !== undefined && (kind === 'sidecarDeployment' || kind === 'sidecarService')
    ? { kind, object, sidecar }
    : { kind, object };
}

function partKindOf(object: KubeObject, isSidecar: boolean): PartKind | undefined {
  const { name } = object.metadata;
  switch (object.kind) {
    case 'Deployment':
      return isSidecar ? 'sidecarDeployment' : 'deployment';
    case 'Service':
      if (isSidecar) return 'sidecarService';
      return name.endsWith('-int') ? 'internalService' : 'externalService';
    case 'ConfigMap':
      return configMapKind(object.metadata.labels?.[labels.purpose]);
    case 'PersistentVolumeClaim':
      return name.endsWith('-pvc') ? 'pvc' : undefined;
    default:
      return undefined;
  }
}

function configMapKind(purpose: string | undefined): PartKind | undefined {
  if (purpose === 'proxy') return 'proxyConfigMap';
  return purpose === 'emails' ? 'emailConfigMap' : undefined;
}

/** The objects of one instance, found by owner and id. `appUid` is a full UID, or the last 12 characters when no more is known. */
export interface Instance {
  appUid: string;
  /** Name in the AppDefinition reference, or empty when no part has one. */
  appName: string;
  id: number;
  parts: Part[];
}

/**
 * Sorts objects into instances. After a scale-down a session's parts carry only the Session as owner
 * (docs/theia-cloud.md#names), so the UID at the end of the name decides where no AppDefinition reference does. An object
 * with neither is somebody else's.
 */
export function groupInstances(objects: Iterable<KubeObject>, apps: readonly KubeObject[]): Instance[] {
  const groups = new Map<string, Instance>();
  const known = new Map(apps.map(({ metadata }) => [metadata.uid.slice(-12), metadata.uid]));
  for (const object of objects) {
    const placed = placePart(object);
    if (placed === undefined) continue;
    const owner = appDefinitionOwners(object)[0];
    const suffix = owner?.uid.slice(-12) ?? suffixOf(object, known);
    if (suffix === undefined) continue;
    const key = `${suffix}/${placed.id}`;
    const group = groups.get(key) ?? {
      appUid: owner?.uid ?? known.get(suffix) ?? suffix,
      appName: '',
      id: placed.id,
      parts: [],
    };
    if (owner !== undefined) {
      group.appUid = owner.uid;
      group.appName = owner.name;
    }
    const { id: _, ...part } = placed;
    group.parts.push(part);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => a.id - b.id);
}

/** The end of an AppDefinition's UID in a name: of one that is there, or what looks like one; a Session's part needs no proof. */
function suffixOf(object: KubeObject, known: ReadonlyMap<string, string>): string | undefined {
  const [, end] = /-([0-9a-z]{12})(?:-int|-pvc)?$/.exec(object.metadata.name) ?? [];
  if (end === undefined) return undefined;
  return known.has(end) || /^[0-9a-f]+$/.test(end) || sessionOwners(object).length > 0 ? end : undefined;
}
