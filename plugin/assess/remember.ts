import { own } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Part, partKey } from '../model/parts.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { phaseOf } from '../theia/session.ts';
import type { Context, Conventions } from './context.ts';
import type { Baseline, History, Leader } from './history.ts';
import { watchSightings } from './pods.ts';
import { watchQuiet } from './quiet.ts';
import { allowListOf } from './session-harm.ts';
import type { SessionParts } from './sessions.ts';
import { singleLook } from './single-look.ts';
import type { Survey } from './survey.ts';

/**
 * The history after this look. Pure: the same looks give the same history.
 * `ours`: uids of objects that we deleted since the look before, whose absence is not the operator's doing.
 */
export function remember(
  past: History | undefined,
  { snapshot, instances, pods, sessions }: Survey,
  operator: Context['operator'],
  leader: Leader,
  ours: ReadonlySet<string>,
): History {
  const baseline = snapshot.objects.Session.filter((session) => phaseOf(session) === 'live').flatMap(
    (session): [string, Baseline][] => {
      const { uid } = session.metadata;
      const where = sessions.parts.get(uid);
      const before = own(past?.baseline, uid);
      return where === undefined ? [] : [[uid, baselineOf(session, where, before, { snapshot, operator })]];
    },
  );
  return {
    ...watchQuiet(snapshot, instances, past, ours),
    leader,
    sightings: watchSightings(snapshot, pods, past?.sightings ?? {}),
    baseline: Object.fromEntries(baseline),
  };
}

/** The first uid seen of each part stays, however often it is remade, and the first that the Session owned. */
function baselineOf(
  session: KubeObject,
  where: SessionParts,
  before: Baseline | undefined,
  context: Conventions,
): Baseline {
  const { parts } = where;
  const { uid } = session.metadata;
  const single = before === undefined ? singleLook(session, where, context) : { lost: [], remade: [] };
  const owned = parts.filter((part) => isOwnedBy(part.object, uid));
  const wrong = allowListOf(session, where, context) === 'wrong';
  return {
    parts: { ...uidsOf(parts), ...before?.parts },
    covered: { ...uidsOf(owned), ...before?.covered },
    listSeenWrong: wrong || before?.listSeenWrong === true,
    harmedBefore: before?.harmedBefore ?? [...single.lost, ...single.remade],
  };
}

function uidsOf(parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [partKey(part), part.object.metadata.uid]));
}
