import { type KindRow, kinds } from '../../model/kinds.ts';

/** One row of what the lab serves. */
export interface Resource extends KindRow {
  readonly kind: string;
  readonly namespaced: boolean;
  /** Defined by a CRD: no strategic merge patch, and absent where the CRD is not installed. */
  readonly custom: boolean;
  /** Has a status subresource: main writes ignore the status, /status writes nothing else. */
  readonly status: boolean;
  /** The server counts changes of its spec. */
  readonly generation: boolean;
}

const customGroups = new Set(['theia.cloud', 'gateway.networking.k8s.io']);
const withoutStatus = new Set(['ConfigMap', 'Lease', 'Event']);
const countedKinds = new Set(['Deployment', 'ReplicaSet', 'Pod']);

const rows: readonly [string, KindRow][] = [
  ...Object.entries(kinds),
  ['Workspace', { group: 'theia.cloud', version: 'v1beta5', plural: 'workspaces' }],
  ['Namespace', { group: '', version: 'v1', plural: 'namespaces' }],
];

/** Every kind the lab serves: those of the model, Workspace and Namespace. */
export const resources: readonly Resource[] = rows.map(([kind, row]) => ({
  ...row,
  kind,
  namespaced: kind !== 'Namespace',
  custom: customGroups.has(row.group),
  status: !withoutStatus.has(kind),
  generation: customGroups.has(row.group) || countedKinds.has(kind),
}));

const byKind = new Map(resources.map((row) => [row.kind, row]));
const byPath = new Map(resources.map((row) => [`${row.group}/${row.version}/${row.plural}`, row]));

/** Throws on a kind the lab does not serve. */
export function resourceOf(kind: string): Resource {
  const found = byKind.get(kind);
  if (found === undefined) throw new Error(`the lab serves no kind ${kind}`);
  return found;
}

const byVersion = new Map(resources.map((row) => [`${groupVersionOf(row)}/${row.kind}`, row]));

/** By the `apiVersion` and `kind` of a reference; undefined where nothing of that name is served. */
export function servedAs(apiVersion: string, kind: string): Resource | undefined {
  return byVersion.get(`${apiVersion}/${kind}`);
}

export function findResource(group: string, version: string, plural: string): Resource | undefined {
  return byPath.get(`${group}/${version}/${plural}`);
}

export function groupVersionOf(resource: KindRow): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** `sessions.theia.cloud`, or `services` for the core group: how error messages name a resource. */
export function qualifiedName(resource: KindRow): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}
