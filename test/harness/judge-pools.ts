import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Given } from './scenario.ts';
import type { Stage } from './stage.ts';
import { generationLabel, type InstanceView, listOf, ownersOf, type View, viewOf } from './view.ts';
import type { Run } from './warmgate.ts';

/** Exit 0 of verify and check means converged (docs/architecture.md#promise-1): one line for everything that is not. */
export async function wrongZero(
  { ground, given, kind }: Pick<Stage, 'ground' | 'given' | 'kind'>,
  name: string,
  { args, exit }: Pick<Run, 'args' | 'exit'>,
): Promise<string[]> {
  const judges = args[0] === 'verify' || args[0] === 'check';
  const excused = args.some((arg) => ['-f', '--file', '--no-require-ready', '--always-exit-0'].includes(arg));
  if (!judges || exit !== 0 || excused) return [];
  const apps = args.filter((_, at) => args[at - 1] === '--app');
  const found = poolFaults(await viewOf(ground.hands), given, kind === 'upstream', apps);
  return found.map((fault) => `${name} said 0, but ${fault}`);
}

/**
 * What keeps pools from being converged, read from the objects alone: every id up to minInstances that no session has must
 * be whole, at the AppDefinition's generation and image, ready, without a hold and without traces of a former session.
 */
export function poolFaults(
  view: View,
  given: Given,
  upstream: boolean,
  only: readonly string[] = [],
): string[] {
  if (given.operator?.eagerStart === false) return [];
  const apps = view.apps.filter(({ metadata }) => only.length === 0 || only.includes(metadata.name));
  return apps.flatMap((app) => {
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
    const shield = kind === 'sidecarDeployment';
    const held = ownersOf(object, 'Lease').length > 0 && !shield ? [`${kind} is held`] : [];
    const label = generationLabel(object);
    const labelled = sidecar === undefined && kind !== 'pvc' && !upstream;
    const old =
      labelled && label !== String(app.metadata.generation) ? [`${kind} is of generation ${label}`] : [];
    return [...held, ...old, ...traces(kind, object), ...workloadFaults(kind, sidecar, object, app, view)];
  });
  return [...missing, ...stale];
}

/** What a claim leaves behind when nobody released it (docs/theia-cloud.md#f11). */
function traces(kind: string, object: KubeObject): string[] {
  const labels = ['user', 'session', 'session-uuid'].filter(
    (name) => `theia-cloud.io/${name}` in (object.metadata.labels ?? {}),
  );
  return [
    ...(kind === 'emailConfigMap' && listOf(object).length > 0 ? ['somebody is on its list'] : []),
    ...labels.map((name) => `${kind} carries the label ${name}`),
  ];
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
    ...(sidecar === undefined && isRefreshed(object, view) ? ['a pod of a former session runs'] : []),
  ];
}

function isRefreshed(deployment: KubeObject, { pods }: View): boolean {
  return podsOf(deployment, pods).some(
    ({ metadata }) => metadata.annotations?.['theia-cloud.io/eager-start-refresh'] !== undefined,
  );
}

function podsOf(deployment: KubeObject, pods: readonly KubeObject[]): KubeObject[] {
  const prefix = `${deployment.metadata.name}-`;
  return pods.filter((pod) => ownersOf(pod, 'ReplicaSet').some(({ name }) => name.startsWith(prefix)));
}

/** A Ready pod that runs the very images of the Deployment's template. */
function isReady(deployment: KubeObject, { pods }: View): boolean {
  const images = imagesOf(deployment.spec.template);
  return podsOf(deployment, pods).some((pod) => {
    const conditions: { type: string; status: string }[] = pod.status?.conditions ?? [];
    const ready = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    return ready && pod.metadata.deletionTimestamp === undefined && imagesOf(pod) === images;
  });
}

// biome-ignore lint/suspicious/noExplicitAny: foreign JSON
function imagesOf({ spec }: { spec?: any }): string {
  return spec.containers.map(({ image }: { image: string }) => image).join(' ');
}
