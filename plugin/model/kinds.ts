/** Where a kind lives in the API: group ('' is core), version that is read, plural for the path. */
export interface KindRow {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/**
 * Every kind that warmgate reads or writes, all namespaced.
 * Versions of theia.cloud are those the operator stores (docs/theia-cloud.md#versions).
 */
export const kinds = {
  AppDefinition: { group: 'theia.cloud', version: 'v1beta11', plural: 'appdefinitions' },
  Session: { group: 'theia.cloud', version: 'v1beta8', plural: 'sessions' },
  Deployment: { group: 'apps', version: 'v1', plural: 'deployments' },
  ReplicaSet: { group: 'apps', version: 'v1', plural: 'replicasets' },
  Pod: { group: '', version: 'v1', plural: 'pods' },
  Service: { group: '', version: 'v1', plural: 'services' },
  ConfigMap: { group: '', version: 'v1', plural: 'configmaps' },
  PersistentVolumeClaim: { group: '', version: 'v1', plural: 'persistentvolumeclaims' },
  Lease: { group: 'coordination.k8s.io', version: 'v1', plural: 'leases' },
  HTTPRoute: { group: 'gateway.networking.k8s.io', version: 'v1', plural: 'httproutes' },
  Event: { group: '', version: 'v1', plural: 'events' },
  Job: { group: 'batch', version: 'v1', plural: 'jobs' },
  CronJob: { group: 'batch', version: 'v1', plural: 'cronjobs' },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof kinds;

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(kind: Kind): string {
  const { group, version } = kinds[kind];
  return group === '' ? version : `${group}/${version}`;
}
