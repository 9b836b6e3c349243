import { partKey } from '../model/parts.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { groupInstances } from '../theia/instances.ts';
import { isOwnedBy } from '../theia/owners.ts';
import { isLazy, phaseOf } from '../theia/session.ts';
import type { Context } from './context.ts';
import type { Baseline, History } from './history.ts';
import { watchSightings } from './pod-trouble.ts';
import { indexPods } from './pods.ts';
import { watchLeader, watchQuiet } from './quiet.ts';
import { firstBaseline } from './session.ts';
import { allowListOf } from './session-harm.ts';
import { indexSessionParts } from './session-parts.ts';

/**
 * The history after this look. Pure: the same looks give the same history.
 * `ours`: uids of objects that we deleted since the look before, whose absence is not the operator's doing.
 */
export function remember(
  past: History | undefined,
  snapshot: Snapshot,
  operator: Context['operator'],
  ours: ReadonlySet<string>,
): History {
  return {
    looks: (past?.looks ?? 0) + 1,
    firstLook: past?.firstLook ?? snapshot.now,
    lastLook: snapshot.now,
    ...watchQuiet(snapshot, past, ours),
    leader: watchLeader(snapshot, past),
    sightings: watchSightings({ snapshot, pods: indexPods(snapshot) }, past?.sightings ?? {}),
    baseline: baselines(past?.baseline ?? {}, snapshot, operator),
  };
}

function baselines(
  before: History['baseline'],
  snapshot: Snapshot,
  operator: Context['operator'],
): Record<string, Baseline> {
  const { Deployment, Service, ConfigMap, PersistentVolumeClaim, AppDefinition } = snapshot.objects;
  const objects = [...Deployment, ...Service, ...ConfigMap, ...PersistentVolumeClaim];
  const index = indexSessionParts(snapshot, groupInstances(objects, AppDefinition));
  const after: Record<string, Baseline> = {};
  for (const session of snapshot.objects.Session) {
    const { uid } = session.metadata;
    if (phaseOf(session) !== 'live') continue;
    const instance = index.instanceOf.get(uid);
    const start = instance === undefined && (isLazy(session) || index.lazyParts.has(uid)) ? 'lazy' : 'eager';
    const parts = start === 'lazy' ? (index.lazyParts.get(uid) ?? []) : (instance?.parts ?? []);
    const base = before[uid] ?? firstBaseline(session, parts, start, { operator, snapshot });
    const covered = parts.filter((part) => isOwnedBy(part.object, uid)).map(partKey);
    const wrong = allowListOf(session, parts, { operator, snapshot }) === 'wrong';
    after[uid] = {
      ...base,
      parts: {
        ...Object.fromEntries(parts.map((part) => [partKey(part), part.object.metadata.uid])),
        ...base.parts,
      },
      covered: [...new Set([...base.covered, ...covered])],
      listSeenWrong: base.listSeenWrong || wrong,
    };
  }
  return after;
}
