import type { KubeObject } from '../model/kube.ts';
import { type Part, partKinds, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { appName, imageOf, sidecarsOf } from '../theia/app-definition.ts';
import { containersOf, mainContainer } from '../theia/deployment.ts';
import { generationOf } from '../theia/labels.ts';
import { holds } from '../theia/owners.ts';

/**
 * Every part against the target: label, image, sidecar image. PVCs and sidecar objects carry no label: a sidecar is
 * judged by its image, a PVC by existence (design.md section 3). Images are read in Deployments, admission rewrites pods.
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
