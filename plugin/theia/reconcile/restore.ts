import type { KubeObject } from '../../model/kube.ts';
import { admitsOnly } from '../allow-list.ts';
import { instanceId } from '../names.ts';
import { isOwnedBy } from '../owners.ts';
import { placePart } from '../parts.ts';
import { appOf, claimedId, phaseOf, userOf } from '../session.ts';
import { ownedIn } from './stages.ts';

/** An allow-list that is written back to its session's user. */
export interface Restore {
  emails: KubeObject;
  /** Personal data: only ever written to that ConfigMap. */
  user: string;
}

/**
 * What an operator after PR 142 does at the end of a pass: allow-lists of claimed instances are written back where
 * their ConfigMap still exists (theia-cloud.md section 2, last row): the session must own a Service of that very instance, for an
 * AppDefinition made anew gives the id to another (F10). Operators before it do nothing of the kind.
 */
export function restoredLists(app: KubeObject, objects: readonly KubeObject[]): Restore[] {
  const live = objects.filter(
    (object) =>
      object.kind === 'Session' && phaseOf(object) === 'live' && appOf(object) === app.metadata.name,
  );
  return ownedIn(app, objects, 'ConfigMap')
    .filter((object) => placePart(object)?.kind === 'emailConfigMap')
    .flatMap((emails) => {
      const session = live.find(
        (each) =>
          claimedId(each) === instanceId(emails.metadata.name) && ownsServiceOf(app, emails, each, objects),
      );
      if (session === undefined || admitsOnly(emails, userOf(session))) return [];
      return [{ emails, user: userOf(session) }];
    });
}

function ownsServiceOf(
  app: KubeObject,
  emails: KubeObject,
  session: KubeObject,
  objects: readonly KubeObject[],
): boolean {
  const suffix = app.metadata.uid.slice(-12);
  return objects.some((object) => {
    const { kind, metadata } = object;
    return (
      kind === 'Service' &&
      instanceId(metadata.name) === instanceId(emails.metadata.name) &&
      metadata.name.replace(/-int$/, '').endsWith(suffix) &&
      isOwnedBy(object, session.metadata.uid)
    );
  });
}
