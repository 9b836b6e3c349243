import type { Kind } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { allowListKey, annotations, claimLabels } from '../../plugin/theia/labels.ts';
import { owners, referenceTo } from '../../plugin/theia/owners.ts';
import { claimTarget } from '../../plugin/theia/reconcile/claim.ts';
import { releaseTarget, renewReleased } from '../../plugin/theia/reconcile/release.ts';
import { appOf, claimedId, sessionLabels, userOf } from '../../plugin/theia/session.ts';
import { lazyStart } from '../../plugin/theia/templates/session.ts';
import type { OperatorSettings } from '../../plugin/theia/templates/settings.ts';
import type { Play, Process } from './world-play.ts';
import { carryOut } from './world-steps.ts';

const manager = 'operator';

type Change = (object: KubeObject) => KubeObject;

/** GET, then a patch that tests what was read; false: it was gone, or somebody wrote in between. Nothing is tried again. */
function* edit(play: Play, kind: Kind, name: string, change: Change): Generator<number, boolean, undefined> {
  const found = play.store.get(kind, name);
  if (found === undefined) return false;
  yield play.between(5, 40);
  if (play.store.get(kind, name)?.metadata.resourceVersion !== found.metadata.resourceVersion) return false;
  play.store.replace(change(found), manager);
  yield play.between(20, 60);
  return true;
}

/** A session that came: it claims a free instance step by step, or starts lazily (theia-cloud.md section 2, claim). */
export function* claimProcess(play: Play, settings: OperatorSettings, session: KubeObject): Process {
  const { name } = session.metadata;
  const status = (operatorStatus: string) =>
    edit(play, 'Session', name, (found) => ({ ...found, status: { operatorStatus } }));
  if (!(yield* status('HANDLING'))) return;
  const app = play.store.get('AppDefinition', appOf(session));
  const ended = app === undefined ? 'ERROR' : yield* serve(play, settings, session, app);
  yield* status(ended);
}

function* serve(
  play: Play,
  settings: OperatorSettings,
  session: KubeObject,
  app: KubeObject,
): Generator<number, 'HANDLED' | 'ERROR', undefined> {
  const { name, uid } = session.metadata;
  while (play.reserving) yield 5;
  play.reserving = true;
  const target = claimTarget(app, play.store.list('Service'));
  const services = target === undefined ? [] : [target.external.metadata.name, target.internal.metadata.name];
  const taken = yield* reserve(play, services, session);
  play.reserving = false;
  if (target === undefined) return yield* startLazily(play, settings, session, app);
  if (!taken) return 'ERROR';
  const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(target.id) };
  yield* edit(play, 'Session', name, annotated(chosen));
  if (yield* complete(play, settings, session, app, { ...target, services })) return 'HANDLED';
  for (const each of services) yield* edit(play, 'Service', each, withoutSession(uid));
  return 'ERROR';
}

function* reserve(
  play: Play,
  services: readonly string[],
  session: KubeObject,
): Generator<number, boolean, undefined> {
  const taken: string[] = [];
  for (const service of services) {
    if (yield* edit(play, 'Service', service, withOwner(session))) taken.push(service);
    else {
      for (const each of taken) yield* edit(play, 'Service', each, withoutSession(session.metadata.uid));
      return false;
    }
  }
  return true;
}

function* startLazily(
  play: Play,
  settings: OperatorSettings,
  session: KubeObject,
  app: KubeObject,
): Generator<number, 'HANDLED', undefined> {
  const lazily = annotated({ [annotations.startStrategy]: 'lazy-fallback' });
  yield* edit(play, 'Session', session.metadata.name, lazily);
  for (const object of lazyStart(session, app, settings).objects) {
    yield play.between(20, 60);
    play.store.create(object.kind as Kind, object);
  }
  return 'HANDLED';
}

function* complete(
  play: Play,
  settings: OperatorSettings,
  session: KubeObject,
  app: KubeObject,
  { services, deployment, emails }: { services: string[]; deployment: string; emails: string },
): Generator<number, boolean, undefined> {
  const labelled: Change = (found) => ({
    ...found,
    metadata: { ...found.metadata, labels: { ...found.metadata.labels, ...sessionLabels(session, app) } },
  });
  for (const service of services) if (!(yield* edit(play, 'Service', service, labelled))) return false;
  if (!(yield* edit(play, 'Deployment', deployment, withOwner(session)))) return false;
  if (!settings.keycloak) return true;
  if (!(yield* edit(play, 'ConfigMap', emails, withList(userOf(session))))) return false;
  for (const pod of podsOf(play, deployment)) {
    const { metadata } = pod;
    play.store.replace(
      { ...pod, metadata: { ...metadata, annotations: { [annotations.refresh]: '1' } } },
      manager,
    );
  }
  yield play.between(20, 60);
  return true;
}

/** A claim that was half way when the world began goes on, whatever of its instance is there; or begins. */
export function* finishClaim(play: Play, settings: OperatorSettings, session: KubeObject): Process {
  const { name, uid } = session.metadata;
  const taken = play.store
    .list('Service')
    .filter((service) => owners(service).some((owner) => owner.uid === uid))
    .map((service) => service.metadata.name);
  const external = taken.find((each) => !each.endsWith('-int'));
  const app = play.store.get('AppDefinition', appOf(session));
  if (external === undefined || app === undefined) return yield* claimProcess(play, settings, session);
  const id = /^instance-(\d+)-/.exec(external)?.[1] ?? '0';
  const emails = emailsOf(play, app, Number(id))[0] ?? '';
  const services = [external, `${external}-int`];
  for (const each of services.filter((service) => !taken.includes(service)))
    yield* edit(play, 'Service', each, withOwner(session));
  const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: id };
  yield* edit(play, 'Session', name, (found) => ({
    ...found,
    metadata: { ...found.metadata, annotations: chosen },
  }));
  const done = yield* complete(play, settings, session, app, { services, deployment: external, emails });
  yield* edit(play, 'Session', name, (found) => ({
    ...found,
    status: { operatorStatus: done ? 'HANDLED' : 'ERROR' },
  }));
}

/** A session that went: its instance is given back, and renewed where any part of it is outdated. */
export function* releaseProcess(play: Play, settings: OperatorSettings, session: KubeObject): Process {
  const app = play.store.get('AppDefinition', appOf(session));
  if (app === undefined || session.metadata.annotations?.[annotations.startStrategy] !== 'eager') return;
  yield play.between(100, 250);
  const { uid } = session.metadata;
  const target = releaseTarget(session, app, play.store.list('Service'));
  if (target !== undefined) {
    for (const { metadata } of [target.external, target.internal])
      yield* edit(play, 'Service', metadata.name, withoutSession(uid));
    const deployment = target.internal.metadata.name.replace(/-int$/, '');
    yield* edit(play, 'Deployment', deployment, withoutSession(uid));
    for (const emails of emailsOf(play, app, target.id)) yield* edit(play, 'ConfigMap', emails, withList(''));
    for (const pod of podsOf(play, deployment)) play.store.remove('Pod', pod.metadata.name);
    yield play.between(20, 60);
  }
  const id = claimedId(session);
  if (id === undefined) return;
  const kinds = ['Service', 'Deployment', 'ConfigMap', 'PersistentVolumeClaim'] as const;
  const objects = kinds.flatMap((kind) => play.store.list(kind));
  yield* carryOut(play, renewReleased(app, id, objects, settings));
}

function emailsOf(play: Play, app: KubeObject, id: number): string[] {
  const all = play.store.list('ConfigMap').map(({ metadata }) => metadata.name);
  const end = app.metadata.uid.slice(-12);
  return all.filter((name) => name.startsWith(`instance-${id}-email-`) && name.endsWith(end));
}

function podsOf(play: Play, deployment: string): KubeObject[] {
  const sets = new Set(
    play.store
      .list('ReplicaSet')
      .filter((set) => set.metadata.ownerReferences?.[0]?.name === deployment)
      .map((set) => set.metadata.uid),
  );
  return play.store.list('Pod').filter((pod) => sets.has(pod.metadata.ownerReferences?.[0]?.uid ?? ''));
}

function annotated(more: Record<string, string>): Change {
  return (found) => ({
    ...found,
    metadata: { ...found.metadata, annotations: { ...found.metadata.annotations, ...more } },
  });
}

function withOwner(session: KubeObject): Change {
  return (found) => {
    const others = owners(found).filter(({ uid }) => uid !== session.metadata.uid);
    return { ...found, metadata: { ...found.metadata, ownerReferences: [...others, referenceTo(session)] } };
  };
}

function withoutSession(uid: string): Change {
  return (found) => {
    const labels = Object.entries(found.metadata.labels ?? {}).filter(
      ([key]) => !claimLabels.some((label) => label === key),
    );
    const ownerReferences = owners(found).filter((owner) => owner.uid !== uid);
    return { ...found, metadata: { ...found.metadata, ownerReferences, labels: Object.fromEntries(labels) } };
  };
}

function withList(address: string): Change {
  return (found) => ({ ...found, data: { ...found.data, [allowListKey]: address } });
}
