import type { SessionAssessment } from '../model/assessment.ts';
import { own } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Reason, reasons as table } from '../model/reasons.ts';
import type { SessionOutcome } from '../model/states.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { appOf, claimedId, phaseOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Baseline } from './history.ts';
import { allowListOf, harmOf } from './session-harm.ts';
import { warningsOf } from './session-warnings.ts';
import type { Place } from './sessions.ts';

/** One Session, judged. Only a live one can be harmed; one in flight or ending is left alone (design.md section 6). */
export function assessSession(session: KubeObject, context: Context): SessionAssessment {
  const { name, uid } = session.metadata;
  const place = context.sessions.places.get(uid) ?? nowhere;
  const { start, parts } = place;
  const id = place.instance?.id ?? (start === 'eager' ? claimedId(session) : undefined);
  const base = own(context.history.baseline, uid);
  const live = phaseOf(session) === 'live' && base !== undefined;
  const uncovered = live && start === 'eager' ? parts.filter((part) => !isOwnedBy(part.object, uid)) : [];
  const reasons = live
    ? [
        ...harmOf({ session, place, base }, context),
        ...warningsOf({ session, place, uncovered, ...(id === undefined ? {} : { id }) }, context),
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
    allowList: live ? allowListOf(session, parts, context) : 'none',
    outcome: outcomeOf(reasons, base),
    reasons,
  };
}

const nowhere: Place = { start: 'eager', parts: [] };

function outcomeOf(reasons: readonly Reason[], base: Baseline | undefined): SessionOutcome {
  if (reasons.some(({ code }) => table[code].exit === 6)) return 'harmed';
  const remade = reasons.some(({ code }) => code === 'proxyRemade');
  return base?.listSeenWrong === true || remade ? 'mended' : 'untouched';
}
