import type { SessionAssessment } from '../model/assessment.ts';
import { own } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, partLabel } from '../model/parts.ts';
import { because, type Reason, reasons as table } from '../model/reasons.ts';
import type { SessionOutcome } from '../model/states.ts';
import { minInstances } from '../theia/app-definition.ts';
import { labels } from '../theia/labels.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { appOf, claimedId, phaseOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Baseline } from './history.ts';
import { allowListOf, harmOf } from './session-harm.ts';
import type { SessionParts } from './sessions.ts';
import { notJudged } from './single-look.ts';

/** One Session, judged. Only a live one can be harmed; one in flight or ending is left alone (docs/architecture.md#not-written). */
export function assessSession(session: KubeObject, context: Context): SessionAssessment {
  const { name, uid } = session.metadata;
  const where = context.sessions.parts.get(uid) ?? nowhere;
  const { start, parts } = where;
  const id = where.instance?.id ?? (start === 'eager' ? claimedId(session) : undefined);
  const base = own(context.history.baseline, uid);
  const live = phaseOf(session) === 'live' && base !== undefined;
  const uncovered = live && start === 'eager' ? parts.filter((part) => !isOwnedBy(part.object, uid)) : [];
  const reasons = live
    ? [
        ...harmOf({ session, where, base }, context),
        ...warningsOf({ session, where, uncovered, ...(id === undefined ? {} : { id }) }, context),
      ]
    : [];
  return {
    name,
    uid,
    app: appOf(session),
    phase: phaseOf(session),
    start,
    ...(id === undefined ? {} : { instanceId: id }),
    object: session,
    parts: [...parts],
    uncovered,
    allowList: live ? allowListOf(session, where, context) : 'none',
    outcome: outcomeOf(reasons, base),
    reasons,
  };
}

const nowhere: SessionParts = { start: 'eager', parts: [] };

function outcomeOf(reasons: readonly Reason[], base: Baseline | undefined): SessionOutcome {
  if (reasons.some(({ code }) => table[code].exit === 6)) return 'harmed';
  const remade = reasons.some(({ code }) => code === 'proxyRemade');
  if (base?.listSeenWrong === true || remade) return 'mended';
  return reasons.some(({ code }) => code === 'partsNotJudged') ? 'notJudged' : 'untouched';
}

/** A live session and where it works. */
export interface LiveSession {
  session: KubeObject;
  where: SessionParts;
  /** Parts of its instance that it does not own. */
  uncovered: readonly Part[];
  id?: number;
}

/** What is wrong with a live session's instance and has not harmed it. */
function warningsOf({ session, where, uncovered, id }: LiveSession, context: Context): Reason[] {
  const { apps } = context;
  const found: Reason[] = [];
  if (uncovered.length > 0) {
    found.push(
      because('claimIncomplete', { parts: uncovered.map(partLabel).join(', '), count: uncovered.length }),
    );
  }
  const kinds = notJudged(where, context);
  if (kinds.length > 0) found.push(because('partsNotJudged', { kinds: kinds.join(', ') }));
  const astray = misroutedTo(session, where.parts);
  if (astray !== undefined) found.push(because('misrouted', { service: partLabel(astray) }));
  const app = apps.get(appOf(session));
  if (app === undefined) found.push(because('appDefinitionGone', { app: appOf(session) }));
  else if (where.instance !== undefined && id !== undefined) found.push(...detached(where, id, app));
  return found;
}

/** Its instance is none of the AppDefinition's any more (docs/theia-cloud.md#f3, #f10, #f13). */
function detached({ instance, parts }: SessionParts, id: number, app: KubeObject): Reason[] {
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
