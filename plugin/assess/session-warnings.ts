import type { KubeObject } from '../model/kube.ts';
import { type Part, partLabel } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { minInstances } from '../theia/app-definition.ts';
import { labels } from '../theia/labels.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { appOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Place } from './sessions.ts';

/** A live session and where it works. */
export interface Placed {
  session: KubeObject;
  place: Place;
  /** Parts of its instance that it does not own. */
  uncovered: readonly Part[];
  id?: number;
}

/** What is wrong with a live session's place and has not harmed it. */
export function warningsOf(
  { session, place, uncovered, id }: Placed,
  { apps }: Pick<Context, 'apps'>,
): Reason[] {
  const found: Reason[] = [];
  if (uncovered.length > 0) {
    found.push(
      because('claimIncomplete', { parts: uncovered.map(partLabel).join(', '), count: uncovered.length }),
    );
  }
  const astray = misroutedTo(session, place.parts);
  if (astray !== undefined) found.push(because('misrouted', { service: partLabel(astray) }));
  const app = apps.get(appOf(session));
  if (app === undefined) found.push(because('appDefinitionGone', { app: appOf(session) }));
  else if (place.instance !== undefined && id !== undefined) found.push(...detached(place, id, app));
  return found;
}

/** Its instance is none of the AppDefinition's any more (theia-cloud.md F3, F10, F13). */
function detached({ instance, parts }: Place, id: number, app: KubeObject): Reason[] {
  const { name, uid } = app.metadata;
  if (instance?.appUid !== uid) return [because('appDefinitionRemade', { app: name, id })];
  if (parts.some((part) => isOwnedBy(part.object, uid))) return [];
  const args = { id, minInstances: minInstances(app) };
  return [id <= args.minInstances ? because('idDetached', args) : because('idAboveMinimum', args)];
}

/** F5: the claim's labels sit on a sidecar's Service instead of the external one. */
function misroutedTo(session: KubeObject, parts: readonly Part[]): Part | undefined {
  const carries = (part: Part) => part.object.metadata.labels?.[labels.sessionUid] === session.metadata.uid;
  const external = parts.find((part) => part.kind === 'externalService');
  if (external !== undefined && carries(external)) return undefined;
  return parts.find((part) => part.kind === 'sidecarService' && carries(part));
}
