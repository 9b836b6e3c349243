import { count } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';

interface Container {
  name: string;
  image: string;
  args: string[];
}

/** The containers of a Deployment's or ReplicaSet's pod template; foreign entries are left out. */
export function containersOf(workload: KubeObject): Container[] {
  const list: unknown = workload.spec?.template?.spec?.containers;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) =>
    typeof entry?.name === 'string'
      ? [
          {
            name: entry.name,
            image: typeof entry.image === 'string' ? entry.image : '',
            args: [...strings(entry.command), ...strings(entry.args)],
          },
        ]
      : [],
  );
}

/** The container that runs the IDE: named like the app, else the first that is no oauth2-proxy (docs/theia-cloud.md#names). */
export function mainContainer(deployment: KubeObject, app: string): Container | undefined {
  const containers = containersOf(deployment);
  return (
    containers.find((container) => container.name === app) ??
    containers.find((container) => container.name !== proxyContainer)
  );
}

export const proxyContainer = 'oauth2-proxy';

export function hasProxy(deployment: KubeObject): boolean {
  return containersOf(deployment).some((container) => container.name === proxyContainer);
}

/** How far a Deployment's rollout is: replicas by kind (apps/v1 DeploymentStatus). A Deployment of none counts as wanting one. */
export interface Rollout {
  generation: number;
  observedGeneration: number;
  replicas: number;
  updatedReplicas: number;
  readyReplicas: number;
  /** Of any template, running or ending. */
  existing: number;
  terminating: number;
}

export function rolloutOf({ metadata, spec, status }: KubeObject): Rollout {
  return {
    generation: metadata.generation ?? 0,
    observedGeneration: count(status?.observedGeneration),
    replicas: Math.max(1, count(spec?.replicas, 1)),
    updatedReplicas: count(status?.updatedReplicas),
    readyReplicas: count(status?.readyReplicas),
    existing: count(status?.replicas),
    terminating: count(status?.terminatingReplicas),
  };
}

/** Every replica updated and ready, nothing of an older template left. */
export function isRolledOut(deployment: KubeObject): boolean {
  const { generation, observedGeneration, replicas, updatedReplicas, readyReplicas, existing, terminating } =
    rolloutOf(deployment);
  return (
    observedGeneration >= generation &&
    updatedReplicas >= replicas &&
    existing <= updatedReplicas &&
    readyReplicas >= replicas &&
    terminating === 0
  );
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
