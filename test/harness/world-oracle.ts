import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Step, WriteStep } from '../../plugin/model/steps.ts';
import { annotations, labels } from '../../plugin/theia/labels.ts';
import { claimTarget } from '../../plugin/theia/reconcile/claim.ts';

/**
 * What must be true, said of the objects themselves: nothing here asks assess or decide. An instance is known by the last
 * twelve characters of its AppDefinition's UID and its id.
 */
export type Tenant = { uid: string; phase: 'live' | 'inFlight' | 'failed' | 'ending' | 'gone' };

export function instanceOf(object: KubeObject): string | undefined {
  if (!places.has(object)) places.set(object, placeOf(object));
  return places.get(object);
}

/** Kept as long as the object, which nobody changes: every question of every look asks for it. */
const places = new WeakMap<KubeObject, string | undefined>();

function placeOf(object: KubeObject): string | undefined {
  const id = /^instance-(\d+)-/.exec(object.metadata.name)?.[1];
  if (
    id === undefined ||
    !['Service', 'Deployment', 'ConfigMap', 'PersistentVolumeClaim'].includes(object.kind)
  )
    return undefined;
  const app = ownersOf(object).find(({ kind }) => kind === 'AppDefinition');
  const suffix = app?.uid.slice(-12) ?? /-([0-9a-z]{12})(-int|-pvc)?$/.exec(object.metadata.name)?.[1];
  return `${suffix}/${id}`;
}

export function ownersOf(object: KubeObject) {
  return object.metadata.ownerReferences ?? [];
}

export function phaseIn(objects: readonly KubeObject[], uid: string): Tenant['phase'] {
  const session = objects.find((each) => each.kind === 'Session' && each.metadata.uid === uid);
  if (session === undefined) return 'gone';
  if (session.metadata.deletionTimestamp !== undefined) return 'ending';
  const status = session.status?.operatorStatus;
  if (status === 'HANDLED') return 'live';
  return status === 'ERROR' || status === 'INTERRUPTED' ? 'failed' : 'inFlight';
}

/** Who has each instance: Sessions that own a part of it, and live ones that name it and own nothing of any. */
export function tenants(objects: readonly KubeObject[]): Map<string, Tenant[]> {
  const found = new Map<string, Tenant[]>();
  const owning = new Set<string>();
  const add = (key: string, uid: string): void => {
    const known = found.get(key) ?? [];
    if (!known.some((each) => each.uid === uid))
      found.set(key, [...known, { uid, phase: phaseIn(objects, uid) }]);
  };
  for (const object of objects) {
    const key = instanceOf(object);
    if (key === undefined) continue;
    for (const owner of ownersOf(object).filter(({ kind }) => kind === 'Session')) {
      owning.add(owner.uid);
      add(key, owner.uid);
    }
  }
  const isOwned = new Set(found.keys());
  for (const session of objects.filter(({ kind }) => kind === 'Session')) {
    const { uid } = session.metadata;
    const id = session.metadata.annotations?.[annotations.instanceId];
    if (id === undefined || owning.has(uid) || phaseIn(objects, uid) !== 'live') continue;
    const named = objects.filter(
      (each) =>
        instanceOf(each)?.endsWith(`/${id}`) === true &&
        ownersOf(each).some((o) => o.kind === 'AppDefinition' && o.name === session.spec.appDefinition),
    );
    for (const key of new Set(named.map((each) => instanceOf(each) ?? '')))
      if (!isOwned.has(key) && !isYounger(key, session, objects)) add(key, uid);
  }
  return found;
}

/** An instance made after the session is of an AppDefinition that was made anew under the old name (docs/theia-cloud.md#f10). */
function isYounger(key: string, session: KubeObject, objects: readonly KubeObject[]): boolean {
  const made = objects.find(
    (each) =>
      instanceOf(each) === key &&
      each.kind === 'Deployment' &&
      each.metadata.labels?.[labels.sidecar] === undefined,
  )?.metadata.creationTimestamp;
  return made !== undefined && made > (session.metadata.creationTimestamp ?? '');
}

/** What is wrong with these writes, given the objects that they were decided on; empty: nothing. */
export function trespasses(steps: readonly Step[], objects: readonly KubeObject[]): string[] {
  const who = tenants(objects);
  return steps.flatMap((step) => (step.step === 'wait' ? [] : trespass(step, objects, who)));
}

function trespass(step: WriteStep, objects: readonly KubeObject[], who: Map<string, Tenant[]>): string[] {
  if (step.step === 'dropLease') return collected(step.lease.uid, objects, who);
  if (!('id' in step)) return [];
  const { on } = step;
  const object = objects.find((each) => each.kind === on.kind && each.metadata.name === on.name);
  const key = object === undefined ? undefined : instanceOf(object);
  if (object === undefined || key === undefined || object.metadata.uid !== on.uid)
    return [`${step.step} of ${on.kind}/${on.name}, which is no part of an instance`];
  const here = (who.get(key) ?? []).filter(({ phase }) => phase !== 'failed');
  const say = (what: string): string[] => [`${step.step} of ${on.kind}/${on.name}: ${what}`];
  switch (step.step) {
    case 'complete':
    case 'mend':
      return here.some(({ uid, phase }) => uid === step.session.uid && phase === 'live')
        ? []
        : say('its session is not live or not at home there');
    case 'unhold': {
      const strangers = here.filter(({ phase }) => phase !== 'live');
      if (strangers.length > 0) return say(`a session is ${strangers[0]?.phase}`);
      const owned = here.every(({ uid }) => ownersOf(object).some((owner) => owner.uid === uid));
      return owned ? [] : say('no live session owns it yet');
    }
    default:
      return here.length === 0 ? [] : say(`a session is ${here[0]?.phase}`);
  }
}

/** Deleting a Lease makes the collector write to, or delete, what refers to it. */
function collected(lease: string, objects: readonly KubeObject[], who: Map<string, Tenant[]>): string[] {
  const there = new Set(objects.map(({ metadata }) => metadata.uid));
  return objects.flatMap((object) => {
    const key = instanceOf(object);
    if (key === undefined || !ownersOf(object).some(({ uid }) => uid === lease)) return [];
    const here = (who.get(key) ?? []).filter(({ phase }) => phase !== 'failed' && phase !== 'gone');
    if (here.length === 0) return [];
    const name = `${object.kind}/${object.metadata.name}`;
    if (here.some(({ phase }) => phase !== 'live'))
      return [`dropLease makes the collector write to ${name}, whose session is claiming or ending`];
    const rest = ownersOf(object).filter(({ uid }) => uid !== lease && there.has(uid));
    return rest.length === 0 ? [`dropLease makes the collector delete ${name} of a live session`] : [];
  });
}

/** Why these objects are not a closed gate with every claim complete, for one AppDefinition; empty: they are. */
export function gaps(app: KubeObject, objects: readonly KubeObject[]): string[] {
  const name = app.metadata.name;
  const there = new Set(objects.map(({ metadata }) => metadata.uid));
  const real = objects.map((object) => {
    const ownerReferences = ownersOf(object).filter(({ kind, uid }) => kind !== 'Lease' || there.has(uid));
    if (ownerReferences.length === ownersOf(object).length) return object;
    return { ...object, metadata: { ...object.metadata, ownerReferences } };
  });
  const target = claimTarget(
    app,
    real.filter(({ kind }) => kind === 'Service'),
  );
  const found = target === undefined ? [] : [`a new session would get instance ${target.id}`];
  const who = tenants(objects);
  for (const object of real) {
    const key = instanceOf(object);
    if (key === undefined) continue;
    const here = who.get(key) ?? [];
    const [tenant] = here.filter(({ phase }) => phase === 'live');
    const mine = ownersOf(object).some(({ uid }) => uid === app.metadata.uid);
    const surplus = Number(key.split('/')[1]) > Number(app.spec.minInstances);
    if (here.length === 0 && mine && !surplus && isBareSidecar(object))
      found.push(`${object.metadata.name} has no shield`);
    if (tenant === undefined || !mine) continue;
    const terminating = object.metadata.deletionTimestamp !== undefined;
    if (!terminating && !ownersOf(object).some(({ uid }) => uid === tenant.uid))
      found.push(`${object.kind}/${object.metadata.name} is not covered by its session`);
  }
  for (const session of objects.filter(
    (each) => each.kind === 'Session' && each.spec.appDefinition === name,
  )) {
    const phase = phaseIn(objects, session.metadata.uid);
    if (phase === 'inFlight' || phase === 'ending') found.push(`${session.metadata.name} is ${phase}`);
  }
  return found;
}

function isBareSidecar(object: KubeObject): boolean {
  return (
    object.kind === 'Deployment' &&
    object.metadata.labels?.[labels.sidecar] !== undefined &&
    ownersOf(object).length === 1
  );
}
