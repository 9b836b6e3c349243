import type { KubeObject } from '../../plugin/model/kube.ts';
import { placePart } from '../../plugin/theia/parts.ts';
import { admitsOnly } from '../../plugin/theia/session.ts';
import { instanceOf, ownersOf, phaseIn, tenants } from './world-oracle.ts';

/** UIDs of what each live session has, by its name; without what is about to be collected whoever looks on. */
export type Belongings = Readonly<Record<string, readonly string[]>>;

export function belongings(objects: readonly KubeObject[]): Belongings {
  const there = new Set(objects.map(({ metadata }) => metadata.uid));
  return Object.fromEntries(
    liveSessions(objects).map(({ metadata, parts }) => [
      metadata.name,
      parts
        .filter((part) => ownersOf(part).some(({ uid }) => there.has(uid)))
        .map((part) => part.metadata.uid),
    ]),
  );
}

/** What live sessions lost since, and whose list is wrong now; empty: nothing. */
export function losses(before: Belongings, objects: readonly KubeObject[]): string[] {
  const there = new Set(objects.map(({ metadata }) => metadata.uid));
  const lost = Object.entries(before).flatMap(([session, uids]) =>
    uids.filter((uid) => !there.has(uid)).map((uid) => `${session} lost ${uid}`),
  );
  const wrong = liveSessions(objects)
    .filter(({ metadata }) => metadata.name in before)
    .flatMap(({ metadata, spec, parts }) =>
      parts
        .filter((part) => placePart(part)?.kind === 'emailConfigMap' && !admitsOnly(part, spec.user))
        .map(() => `${metadata.name} is not admitted`),
    );
  return [...lost, ...wrong];
}

function liveSessions(objects: readonly KubeObject[]): (KubeObject & { parts: KubeObject[] })[] {
  const who = tenants(objects);
  return objects
    .filter((each) => each.kind === 'Session' && phaseIn(objects, each.metadata.uid) === 'live')
    .map((session) => {
      const has = (key: string | undefined): boolean =>
        key !== undefined && (who.get(key) ?? []).some(({ uid }) => uid === session.metadata.uid);
      return { ...session, parts: objects.filter((object) => has(instanceOf(object))) };
    });
}

/** What a run must not leave behind: our Leases, holds, objects of an instance without any owner. */
export function mess(objects: readonly KubeObject[]): string[] {
  return objects.flatMap((object) => {
    const { kind, metadata } = object;
    const name = `${kind}/${metadata.name}`;
    if (kind === 'Lease' && metadata.name.startsWith('warmgate-')) return [`${name} is left`];
    if (ownersOf(object).some((owner) => owner.kind === 'Lease')) return [`${name} is held`];
    return instanceOf(object) !== undefined && ownersOf(object).length === 0 ? [`${name} has no owner`] : [];
  });
}
