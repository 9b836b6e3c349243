import type { KubeObject } from '../../plugin/model/kube.ts';
import { partKinds } from '../../plugin/model/parts.ts';
import { sidecarsOf } from '../../plugin/theia/app-definition.ts';
import { allowListKey, annotations, claimLabels, labels } from '../../plugin/theia/labels.ts';
import { expectedParts } from '../../plugin/theia/names.ts';
import type { WorldSpec } from './world.ts';
import { instanceOf, ownersOf, tenants } from './world-oracle.ts';

/** What of docs/architecture.md#promises does not hold for this AppDefinition's pool, said of the objects alone; empty: all of it does. */
export function broken(
  app: KubeObject,
  objects: readonly KubeObject[],
  { keycloak, operator }: Pick<WorldSpec, 'keycloak' | 'operator'>,
): string[] {
  const who = tenants(objects);
  const suffix = app.metadata.uid.slice(-12);
  const length = operator === 'noEagerStart' ? 0 : Number(app.spec.minInstances);
  const wanted = Array.from({ length }, (_, at) => at + 1);
  const live = (key: string): boolean => (who.get(key) ?? []).some(({ phase }) => phase === 'live');
  const missing = wanted
    .filter((id) => !live(`${suffix}/${id}`))
    .flatMap((id) => lacking(app, id, objects, keycloak));
  const pool = new Set(objects.flatMap((object) => (isOf(app, object) ? (instanceOf(object) ?? []) : [])));
  const others = [...pool]
    .filter((key) => !live(key) && !wanted.some((id) => key === `${suffix}/${id}`))
    .map((key) => `${key} is one too many`);
  const lease = objects.some(
    (each) => each.kind === 'Lease' && each.metadata.name === `warmgate-${app.metadata.name}`,
  );
  return [...missing, ...others, ...(lease ? ['our Lease is left'] : [])];
}

/** The workspace that is left of an instance is nothing that a session could get. */
function isOf(app: KubeObject, object: KubeObject): boolean {
  if (object.kind === 'PersistentVolumeClaim') return false;
  return ownersOf(object).some((owner) => owner.kind === 'AppDefinition' && owner.name === app.metadata.name);
}

/** One free id: every part there, at the generation, of the image, owned by the AppDefinition alone, Ready, nobody's traces. */
function lacking(app: KubeObject, id: number, objects: readonly KubeObject[], keycloak: boolean): string[] {
  return expectedParts(app, id, { keycloak }).flatMap((part) => {
    const { kind, main } = partKinds[part.kind];
    const object = objects.find((each) => each.kind === kind && each.metadata.name === part.name);
    const say = (what: string): string[] => [`${kind}/${part.name} ${what}`];
    if (object === undefined) return say('is missing');
    const { metadata } = object;
    if (metadata.deletionTimestamp !== undefined) return say('is being deleted');
    if (main && metadata.labels?.[labels.generation] !== String(app.metadata.generation))
      return say('is stale');
    // A shield keeps nobody away and goes with its Lease.
    const owners = ownersOf(object).filter((owner) => main || owner.kind !== 'Lease');
    if (owners.length !== 1 || owners[0]?.uid !== app.metadata.uid) return say('has other owners');
    if (claimLabels.some((label) => metadata.labels?.[label] !== undefined))
      return say('has labels of a session');
    if ((object.data?.[allowListKey] ?? '') !== '') return say('admits somebody');
    if (kind !== 'Deployment') return [];
    const wanted =
      part.sidecar === undefined
        ? app.spec.image
        : sidecarsOf(app).find(({ name }) => name === part.sidecar)?.image;
    const images: { image: string }[] = object.spec.template.spec.containers;
    if (!images.some(({ image }) => image === wanted)) return say('runs another image');
    return object.status?.readyReplicas === 1 && podsFine(object, objects) ? [] : say('is not Ready');
  });
}

/** One pod, its own, without traces of a session, and none left of a Deployment that is gone. */
function podsFine(deployment: KubeObject, objects: readonly KubeObject[]): boolean {
  const app = deployment.spec.selector.matchLabels.app;
  const pods = objects.filter((each) => each.kind === 'Pod' && each.metadata.labels?.app === app);
  const makers = pods.map((pod) => makerOf(makerOf(pod, objects), objects)?.metadata.uid);
  const own = pods.filter((_, at) => makers[at] === deployment.metadata.uid);
  return (
    own.length === 1 &&
    !makers.includes(undefined) &&
    own[0]?.metadata.annotations?.[annotations.refresh] === undefined
  );
}

function makerOf(object: KubeObject | undefined, objects: readonly KubeObject[]): KubeObject | undefined {
  const uid = object === undefined ? undefined : ownersOf(object)[0]?.uid;
  return objects.find((each) => each.metadata.uid === uid);
}
