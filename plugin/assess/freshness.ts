import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { appName, imageOf, portOf, sidecarsOf } from '../theia/app-definition.ts';
import { containersOf, mainContainer, proxyContainer } from '../theia/deployment.ts';
import { generationOf } from '../theia/labels.ts';
import { holds } from '../theia/owners.ts';
import { sameQuantity } from '../theia/quantity.ts';

/**
 * Every part against the target: label, image, sidecar image. PVCs and sidecar objects carry no label: a sidecar is
 * judged by its image, a PVC by existence (docs/architecture.md#how-things-are-judged). Images are read in Deployments, admission rewrites pods.
 */
export function freshnessOf(parts: readonly Part[], app: KubeObject): Reason[] {
  const generation = app.metadata.generation ?? 0;
  const main = parts.filter((part) => partKinds[part.kind].main);
  const stale = main.filter((part) => generationOf(part.object) !== generation);
  const found: Reason[] = stale.map((part) => {
    const code =
      part.kind === 'internalService' && holds(part.object).length > 0 ? 'stampStale' : 'partStale';
    return because(code, { part: partLabel(part), label: generationOf(part.object) ?? 'none', generation });
  });
  const others = main.filter((part) => part.kind !== 'internalService');
  const labels = new Set(others.map((part) => generationOf(part.object)));
  if (labels.size > 1) {
    const sorted = [...labels].sort((a, b) => (a ?? -1) - (b ?? -1)).map((each) => each ?? 'none');
    found.push(because('generationsMixed', { labels: sorted.join(', ') }));
  }
  return [...found, ...images(parts, app), ...sidecars(parts, app)];
}

function images(parts: readonly Part[], app: KubeObject): Reason[] {
  const wanted = imageOf(app);
  const deployment = parts.find((part) => part.kind === 'deployment');
  if (wanted === undefined || deployment === undefined) return [];
  const image = mainContainer(deployment.object, appName(app))?.image ?? 'none';
  if (image === wanted) return [];
  const labelled = generationOf(deployment.object) === (app.metadata.generation ?? 0);
  return [
    because(labelled ? 'imageMislabelled' : 'imageStale', { part: partLabel(deployment), image, wanted }),
  ];
}

function sidecars(parts: readonly Part[], app: KubeObject): Reason[] {
  return sidecarsOf(app).flatMap((sidecar) => {
    const part = parts.find((each) => each.kind === 'sidecarDeployment' && each.sidecar === sidecar.name);
    if (part === undefined || sidecar.image === '') return [];
    const containers = containersOf(part.object);
    const image = (containers.find((each) => each.name === sidecar.name) ?? containers[0])?.image ?? 'none';
    if (image === sidecar.image) return [];
    return [because('sidecarStale', { sidecar: sidecar.name, image, wanted: sidecar.image })];
  });
}

/**
 * An upstream operator labels no generation (docs/theia-cloud.md#upstream), so the Deployment itself is compared with the
 * AppDefinition: image, port, resources and environment (docs/architecture.md#upstream). What a trimmed object
 * lacks altogether is not judged, but for the image.
 */
export function upstreamFreshnessOf(parts: readonly Part[], app: KubeObject): Reason[] {
  const deployment = parts.find((each) => each.kind === 'deployment');
  if (deployment === undefined) return [];
  const part = partLabel(deployment);
  const container = ideContainer(deployment.object, appName(app));
  const image = text(container.image) || none;
  const wanted = imageOf(app) ?? image;
  const stale = image === wanted ? [] : [because('imageStale', { part, image, wanted })];
  const differing = [...port(container, app), ...resources(container, app), ...environment(container, app)];
  return [
    ...stale,
    ...differing
      .filter((each) => !sameQuantity(each.found, each.wanted))
      .map((each) =>
        because('templateStale', { part, what: each.what, found: each.found, wanted: each.wanted }),
      ),
  ];
}

type Container = Readonly<Record<string, unknown>>;

/** A field of the container beside what the AppDefinition makes of it. */
interface Pair {
  what: string;
  found: string;
  wanted: string;
}

const none = 'none';

function port({ ports }: Container, app: KubeObject): Pair[] {
  const wanted = portOf(app);
  if (ports === undefined || wanted === undefined) return [];
  const all = list(ports).filter(isRecord);
  const main = all.find((each) => each.name === 'application') ?? all[0];
  return [{ what: 'port', found: amount(main?.containerPort), wanted: String(wanted) }];
}

function resources({ resources: given }: Container, { spec }: KubeObject): Pair[] {
  if (!isRecord(given)) return [];
  const limits = isRecord(given.limits) ? given.limits : {};
  const requests = isRecord(given.requests) ? given.requests : {};
  return [
    { what: 'limits.cpu', found: amount(limits.cpu), wanted: amount(spec?.limitsCpu) },
    { what: 'limits.memory', found: amount(limits.memory), wanted: amount(spec?.limitsMemory) },
    { what: 'requests.cpu', found: amount(requests.cpu), wanted: amount(spec?.requestsCpu) },
    { what: 'requests.memory', found: amount(requests.memory), wanted: amount(spec?.requestsMemory) },
  ];
}

/**
 * The one variable that comes from the AppDefinition; all others are the operator's arguments or a session's, some of them
 * secret. No number stands there when the operator runs without `--enableMonitor`.
 */
function environment({ env }: Container, { spec }: KubeObject): Pair[] {
  const what = 'THEIACLOUD_MONITOR_PORT';
  const variable = list(env).find((each) => isRecord(each) && each.name === what);
  const found = isRecord(variable) ? text(variable.value) : '';
  const wanted = amount(spec?.monitor?.port);
  return /^\d+$/.test(found) && wanted !== none ? [{ what, found, wanted }] : [];
}

/** Named like the app, else the first that is no oauth2-proxy; empty where there is none. */
function ideContainer({ spec }: KubeObject, name: string): Container {
  const all = list(spec?.template?.spec?.containers).filter(isRecord);
  return all.find((each) => each.name === name) ?? all.find((each) => each.name !== proxyContainer) ?? {};
}

function amount(value: unknown): string {
  return (typeof value === 'number' ? String(value) : text(value)) || none;
}
