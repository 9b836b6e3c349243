import type { SessionAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, partKey, partLabel } from '../model/parts.ts';
import { because, type Reason, reasons as table } from '../model/reasons.ts';
import type { SessionOutcome } from '../model/states.ts';
import { minInstances } from '../theia/app-definition.ts';
import { labels } from '../theia/labels.ts';
import { appDefinitionOwners, isOwnedBy } from '../theia/owners.ts';
import { appOf, claimedId, isLazy, phaseOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Baseline } from './history.ts';
import { allowListOf, harmOf, lostKeys, remadeKeys } from './session-harm.ts';
import type { SessionParts } from './session-parts.ts';

/** One Session, judged. Only a live one can be harmed; one in flight or ending is left alone (design.md section 6). */
export function assessSession(session: KubeObject, index: SessionParts, context: Context): SessionAssessment {
  const uid = session.metadata.uid;
  const phase = phaseOf(session);
  const instance = index.instanceOf.get(uid);
  const start = instance === undefined && (isLazy(session) || index.lazyParts.has(uid)) ? 'lazy' : 'eager';
  const parts = start === 'lazy' ? (index.lazyParts.get(uid) ?? []) : (instance?.parts ?? []);
  const id = instance?.id ?? (start === 'eager' ? claimedId(session) : undefined);
  const live = phase === 'live';
  const allowList = live ? allowListOf(session, parts, context) : 'none';
  const uncovered = live && start === 'eager' ? parts.filter((part) => !isOwnedBy(part.object, uid)) : [];
  const harm = live ? liveHarm(session, parts, start, allowList, context) : [];
  const warnings = live && start === 'eager' ? warningsOf(session, parts, uncovered, id, context) : [];
  const reasons = [...harm, ...warnings];
  return {
    name: session.metadata.name,
    uid,
    app: appOf(session),
    phase,
    start,
    ...(id === undefined ? {} : { instanceId: id }),
    object: session,
    parts,
    uncovered,
    allowList,
    outcome: outcomeOf(reasons, context.history.baseline[uid]),
    reasons,
  };
}

function liveHarm(
  session: KubeObject,
  parts: readonly Part[],
  start: 'eager' | 'lazy',
  allowList: SessionAssessment['allowList'],
  context: Context,
): Reason[] {
  const list = allowList === 'wrong' ? [because('allowListWrong')] : [];
  const base =
    context.history.baseline[session.metadata.uid] ?? firstBaseline(session, parts, start, context);
  const single = start === 'lazy' ? { lost: [], remade: [] } : singleLook(session, parts, context);
  return [...list, ...harmOf(parts, base, single, context.options.forgiveHarmBefore)];
}

function singleLook(
  session: KubeObject,
  parts: readonly Part[],
  context: Pick<Context, 'operator' | 'snapshot'>,
) {
  return { lost: lostKeys(parts, context), remade: remadeKeys(session, parts) };
}

/** How a live session looked when it was first seen live. */
export function firstBaseline(
  session: KubeObject,
  parts: readonly Part[],
  start: 'eager' | 'lazy',
  context: Pick<Context, 'operator' | 'snapshot'>,
): Baseline {
  const single = start === 'lazy' ? { lost: [], remade: [] } : singleLook(session, parts, context);
  return {
    parts: Object.fromEntries(parts.map((part) => [partKey(part), part.object.metadata.uid])),
    covered: [],
    listSeenWrong: false,
    harmedBefore: [...single.lost, ...single.remade],
  };
}

function warningsOf(
  session: KubeObject,
  parts: readonly Part[],
  uncovered: readonly Part[],
  id: number | undefined,
  context: Context,
): Reason[] {
  const found: Reason[] = [];
  if (uncovered.length > 0) {
    found.push(
      because('claimIncomplete', { parts: uncovered.map(partLabel).join(', '), count: uncovered.length }),
    );
  }
  const wrong = misroutedTo(session, parts);
  if (wrong !== undefined) found.push(because('misrouted', { service: partLabel(wrong) }));
  const app = context.snapshot.objects.AppDefinition.find((each) => each.metadata.name === appOf(session));
  if (app === undefined) return [...found, because('appDefinitionGone', { app: appOf(session) })];
  const made = parts
    .flatMap((part) => appDefinitionOwners(part.object))
    .some((owner) => owner.uid === app.metadata.uid);
  if (id !== undefined && !made && parts.length > 0) {
    found.push(
      because(id <= minInstances(app) ? 'idDetached' : 'idAboveMinimum', {
        id,
        minInstances: minInstances(app),
      }),
    );
  }
  return found;
}

/** F5: the claim's labels sit on a sidecar's Service instead of the external one. */
function misroutedTo(session: KubeObject, parts: readonly Part[]): Part | undefined {
  const carries = (part: Part) => part.object.metadata.labels?.[labels.sessionUid] === session.metadata.uid;
  const external = parts.find((part) => part.kind === 'externalService');
  if (external !== undefined && carries(external)) return undefined;
  return parts.find((part) => part.kind === 'sidecarService' && carries(part));
}

function outcomeOf(reasons: readonly Reason[], base: Baseline | undefined): SessionOutcome {
  if (reasons.some((reason) => table[reason.code].exit === 6)) return 'harmed';
  const remade = reasons.some((reason) => reason.code === 'proxyRemade');
  return base?.listSeenWrong === true || remade ? 'mended' : 'untouched';
}
