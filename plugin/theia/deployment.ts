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

/** The container that runs the IDE: named like the app, else the first that is no oauth2-proxy (theia-cloud.md section 1). */
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

/** Every replica updated and available, nothing of an older template left (apps/v1 DeploymentStatus). */
export function isRolledOut(deployment: KubeObject): boolean {
  const wanted = deployment.spec?.replicas ?? 1;
  const status = deployment.status ?? {};
  return (
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0) &&
    (status.updatedReplicas ?? 0) >= wanted &&
    (status.replicas ?? 0) <= (status.updatedReplicas ?? 0) &&
    (status.readyReplicas ?? 0) >= wanted &&
    (status.terminatingReplicas ?? 0) === 0
  );
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
