import type { KubeObject } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { Expectation, Handed, SessionExpectation } from './expectation.ts';
import type { History } from './ground.ts';
import { generationLabel, instanceOf, listOf, ownersOf, type PartView, partView, type View } from './view.ts';

/** A live session as it was before the first run: what must be the same at the end. */
export interface SessionBaseline {
  name: string;
  uid: string;
  parts: { part: PartKind; sidecar: string | undefined; uid: string }[];
  /** The email ConfigMap as it was, where its user alone was on the list. */
  right: KubeObject | undefined;
}

/** Live sessions with the parts of their instances, or their own objects. */
export function baselineOf(view: View): SessionBaseline[] {
  return view.sessions.filter(isLive).map((session) => {
    const parts = partsOf(session, view);
    return {
      name: session.metadata.name,
      uid: session.metadata.uid,
      parts: parts.map(({ kind, sidecar, object }) => ({ part: kind, sidecar, uid: object.metadata.uid })),
      right: parts.find(({ kind, object }) => kind === 'emailConfigMap' && isRight(object, session))?.object,
    };
  });
}

/** One line for each session of which anything is other than expected. */
export function sessionFaults(
  baseline: readonly SessionBaseline[],
  view: View,
  expected: NonNullable<Expectation['sessions']>,
  history?: History,
): string[] {
  return baseline.flatMap((before) => {
    const session = view.sessions.find(({ metadata }) => metadata.uid === before.uid);
    if (session === undefined || !isLive(session)) return [];
    const now = partsOf(session, view);
    const found = before.parts.map(({ part, sidecar, uid }) => {
      const same = now.find((each) => each.kind === part && each.sidecar === sidecar);
      return {
        part,
        fate: same === undefined ? 'lost' : same.object.metadata.uid === uid ? 'kept' : 'remade',
      };
    });
    const emails = now.find(({ kind }) => kind === 'emailConfigMap')?.object;
    const had = before.parts.some(({ part }) => part === 'emailConfigMap');
    const actual = {
      remade: found.filter(({ fate }) => fate === 'remade').map(({ part }) => part),
      lost: found.filter(({ fate }) => fate === 'lost').map(({ part }) => part),
      list: emails === undefined ? (had ? 'missing' : 'none') : isRight(emails, session) ? 'right' : 'wrong',
    };
    const wanted: Required<SessionExpectation> = {
      remade: [],
      lost: [],
      list: emails === undefined && !had ? 'none' : 'right',
      ...expected[before.name],
    };
    const [is, must] = [JSON.stringify(actual), JSON.stringify(wanted)];
    return [
      ...(is === must ? [] : [`session ${before.name}: ${is}, expected ${must}`]),
      ...(history === undefined ? [] : lockedOut(before, session, history)),
    ];
  });
}

/** Its list was right and stayed the same object, but did not admit its user alone at some moment. */
function lockedOut({ name, right }: SessionBaseline, session: KubeObject, history: History): string[] {
  const since = BigInt(right?.metadata.resourceVersion ?? '0');
  const wrong = history
    .of('ConfigMap')
    .filter(({ metadata }) => metadata.uid === right?.metadata.uid)
    .filter(({ metadata }) => BigInt(metadata.resourceVersion ?? '0') > since)
    .some((version) => !isRight(version, session));
  return wrong ? [`session ${name}: its list did not admit its user alone at some moment`] : [];
}

/** One line for each session started in the scenario that got something else than it should, or is not named there. */
export function handedFaults(
  started: ReadonlySet<string>,
  view: View,
  history: History,
  expected: NonNullable<Expectation['handed']>,
): string[] {
  if (expected === 'any') return [];
  const there = view.sessions.filter(({ metadata }) => started.has(metadata.name));
  const missing = Object.keys(expected).filter(
    (name) => !there.some(({ metadata }) => metadata.name === name),
  );
  return [
    ...missing.map((name) => `session ${name} is not there`),
    ...there.flatMap((session) => {
      const { name } = session.metadata;
      const got = handed(session, view, history);
      const may: readonly string[] = [expected[name] ?? []].flat();
      return may.includes(got)
        ? []
        : [`session ${name} got ${got}, expected ${may.join(' or ') || '(not named)'}`];
    }),
  ];
}

function handed(session: KubeObject, view: View, history: History): Handed | 'nothing yet' {
  const status = session.status?.operatorStatus;
  if (status === 'ERROR' || status === 'INTERRUPTED') return 'failed';
  if (status !== 'HANDLED') return 'nothing yet';
  const deployment = partsOf(session, view).find(({ kind }) => kind === 'deployment')?.object;
  if (deployment === undefined || instanceOf(deployment.metadata.name) === undefined) return 'lazy';
  const handledAt = history
    .of('Session')
    .find(
      ({ metadata, status }) => metadata.uid === session.metadata.uid && status?.operatorStatus === 'HANDLED',
    );
  const until = BigInt(handledAt?.metadata.resourceVersion ?? session.metadata.resourceVersion ?? '0');
  const app = history
    .of('AppDefinition')
    .filter(({ metadata }) => metadata.name === session.spec.appDefinition)
    .findLast(({ metadata }) => BigInt(metadata.resourceVersion ?? '0') < until);
  if (isHalf(deployment.metadata.name, history, until)) return 'half';
  const label = generationLabel(deployment);
  const images: string[] = deployment.spec.template.spec.containers.map(
    (each: { image: string }) => each.image,
  );
  const current =
    label === 'none' ? images.includes(app?.spec.image) : label === String(app?.metadata.generation);
  return current ? 'current' : 'stale';
}

/** As the session was handled: a main part had never been made, or those that were there were of several generations. */
function isHalf(name: string, history: History, until: bigint): boolean {
  const place = JSON.stringify(instanceOf(name));
  const newest = new Map<string, PartView>();
  for (const kind of ['Service', 'Deployment', 'ConfigMap'] as const)
    for (const object of history.of(kind)) {
      const { name: each, resourceVersion = '0' } = object.metadata;
      if (JSON.stringify(instanceOf(each)) === place && BigInt(resourceVersion) < until)
        newest.set(`${kind} ${each}`, partView(object));
    }
  const main = [...newest.values()].filter(({ sidecar }) => sidecar === undefined);
  const kinds = new Set(main.map(({ kind }) => kind));
  const labels = new Set(main.map(({ object }) => generationLabel(object)));
  return labels.size > 1 || !kinds.has('externalService') || !kinds.has('internalService');
}

/** The instance of which it owns anything; else what it owns. */
export function partsOf(session: KubeObject, view: View): PartView[] {
  const owns = (object: KubeObject): boolean =>
    ownersOf(object, 'Session').some(({ uid }) => uid === session.metadata.uid);
  const instances = view.instances.filter(({ parts }) => parts.some(({ object }) => owns(object)));
  if (instances.length > 0) return instances.flatMap(({ parts }) => parts);
  return view.objects.filter(owns).map(partView);
}

function isLive(session: KubeObject): boolean {
  return session.status?.operatorStatus === 'HANDLED' && session.metadata.deletionTimestamp === undefined;
}

function isRight(emails: KubeObject, session: KubeObject): boolean {
  const list = listOf(emails);
  return list.length === 1 && list[0] === session.spec.user;
}
