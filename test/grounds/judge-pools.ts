import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Given } from './scenario.ts';
import { generationLabel, type InstanceView, ownersOf, type View } from './view.ts';

/**
 * What keeps a pool from being converged, read from the objects alone: every id up to minInstances that no live session has
 * must be whole, at the AppDefinition's generation and image, ready and without a hold.
 */
export function poolFaults(view: View, given: Given, upstream: boolean): string[] {
  if (given.operator?.eagerStart === false) return [];
  return view.apps.flatMap((app) => {
    const own = view.instances.filter(({ uid12 }) => app.metadata.uid.endsWith(uid12));
    return Array.from({ length: app.spec.minInstances ?? 0 }, (_, index) => index + 1).flatMap((id) => {
      const instance = own.find((each) => each.id === id);
      const where = `${app.metadata.name} ${id}`;
      if (instance === undefined) return [`${where}: nothing of it exists`];
      if (instance.parts.some(({ object }) => isLive(object, view))) return [];
      return faultsOf(instance, app, given, upstream, view).map((fault) => `${where}: ${fault}`);
    });
  });
}

function isLive(object: KubeObject, view: View): boolean {
  return ownersOf(object, 'Session').some(({ uid }) =>
    view.sessions.some((each) => each.metadata.uid === uid),
  );
}

function faultsOf(
  { parts }: InstanceView,
  app: KubeObject,
  given: Given,
  upstream: boolean,
  view: View,
): string[] {
  const sidecars: { name: string; image: string; mountWorkspace?: boolean }[] = app.spec.sidecars ?? [];
  const wanted = [
    'externalService',
    'internalService',
    'deployment',
    ...(given.operator?.keycloak === false ? [] : ['proxyConfigMap', 'emailConfigMap']),
    ...(sidecars.some(({ mountWorkspace }) => mountWorkspace) ? ['pvc'] : []),
    ...sidecars.flatMap(({ name }) => [`sidecarService ${name}`, `sidecarDeployment ${name}`]),
  ];
  const found = parts.map(({ kind, sidecar }) => (sidecar === undefined ? kind : `${kind} ${sidecar}`));
  const missing = wanted.filter((part) => !found.includes(part)).map((part) => `${part} is missing`);
  const stale = parts.flatMap(({ kind, sidecar, object }) => {
    const held = ownersOf(object, 'Lease').length > 0 ? [`${kind} is held`] : [];
    const label = generationLabel(object);
    const labelled = sidecar === undefined && kind !== 'pvc' && !upstream;
    const old =
      labelled && label !== String(app.metadata.generation) ? [`${kind} is of generation ${label}`] : [];
    return [...held, ...old, ...workloadFaults(kind, sidecar, object, app, view)];
  });
  return [...missing, ...stale];
}

function workloadFaults(
  kind: string,
  sidecar: string | undefined,
  object: KubeObject,
  app: KubeObject,
  view: View,
): string[] {
  if (object.kind !== 'Deployment') return [];
  const name = sidecar ?? app.spec.name;
  const wanted =
    sidecar === undefined
      ? app.spec.image
      : app.spec.sidecars.find((each: { name: string }) => each.name === sidecar)?.image;
  const containers: { name: string; image: string }[] = object.spec.template.spec.containers;
  const image = containers.find((each) => each.name === name)?.image;
  return [
    ...(image === wanted ? [] : [`${kind} runs ${image}, not ${wanted}`]),
    ...(isReady(object, view) ? [] : [`${kind} has no ready pod of its own`]),
  ];
}

/** A Ready pod that runs the very images of the Deployment's template. */
function isReady(deployment: KubeObject, { pods }: View): boolean {
  const images = imagesOf(deployment.spec.template);
  return pods.some((pod) => {
    const mine = ownersOf(pod, 'ReplicaSet').some(({ name }) =>
      name.startsWith(`${deployment.metadata.name}-`),
    );
    const conditions: { type: string; status: string }[] = pod.status?.conditions ?? [];
    const ready = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    return mine && ready && pod.metadata.deletionTimestamp === undefined && imagesOf(pod) === images;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function imagesOf({ spec }: { spec?: any }): string {
  return spec.containers.map(({ image }: { image: string }) => image).join(' ');
}
