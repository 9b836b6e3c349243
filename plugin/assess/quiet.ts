import type { Snapshot } from '../model/snapshot.ts';
import { leaderLease } from '../theia/operator.ts';
import { appDefinitionOwners, sessionOwners } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';
import { millis } from '../theia/time.ts';
import { type History, releaseGraceMs } from './history.ts';

type Prints = Pick<History, 'quietSince' | 'prints' | 'released'>;

/**
 * Since when the operator left every pool of the namespace alone. Passes queue on one thread, so a quiet pool may just be
 * waiting: all pools count. Not counted: `ours` (uids we deleted) and instances that a session holds or just left.
 */
export function watchQuiet(snapshot: Snapshot, past: History | undefined, ours: ReadonlySet<string>): Prints {
  const prints: Record<string, string> = {};
  const released: Record<string, number> = {};
  for (const [key, until] of Object.entries(past?.released ?? {})) {
    if (until > snapshot.now) released[key] = until;
  }
  let terminating = false;
  for (const { name, uid, place, claimed, ending } of poolObjects(snapshot)) {
    if (claimed) released[place] = snapshot.now + releaseGraceMs;
    terminating ||= ending && released[place] === undefined;
    prints[name] = `${uid} ${place}`;
  }
  const changed = past !== undefined && differs(past.prints, prints, released, ours);
  const acquired = millis(snapshot.operator.lease?.spec?.acquireTime);
  const quietSince =
    past === undefined || changed || terminating ? snapshot.now : Math.max(past.quietSince, acquired);
  return { quietSince, prints, released };
}

function poolObjects(snapshot: Snapshot) {
  const { Deployment, Service, ConfigMap, PersistentVolumeClaim } = snapshot.objects;
  return [...Deployment, ...Service, ...ConfigMap, ...PersistentVolumeClaim].flatMap((object) => {
    const placed = placePart(object);
    const owner = appDefinitionOwners(object)[0];
    if (placed === undefined || owner === undefined) return [];
    return [
      {
        name: `${object.kind}/${object.metadata.name}`,
        uid: object.metadata.uid,
        place: `${owner.uid.slice(-12)}/${placed.id}`,
        claimed: sessionOwners(object).length > 0,
        ending: object.metadata.deletionTimestamp !== undefined,
      },
    ];
  });
}

function differs(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  released: Readonly<Record<string, number>>,
  ours: ReadonlySet<string>,
): boolean {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[name] === after[name]) continue;
    const [oldUid = '', oldPlace = ''] = (before[name] ?? '').split(' ');
    const place = after[name]?.split(' ')[1] ?? oldPlace;
    if (released[place] !== undefined || released[oldPlace] !== undefined) continue;
    if (after[name] === undefined && ours.has(oldUid)) continue;
    return true;
  }
  return false;
}

/** The operator's Lease as the looks saw it: did the same holder renew it between two looks? */
export function watchLeader(snapshot: Snapshot, past: History | undefined): History['leader'] {
  const lease = snapshot.operator.lease;
  if (lease === undefined || lease.metadata.name !== leaderLease)
    return { holder: '', renewed: 0, advanced: false };
  const holder = typeof lease.spec?.holderIdentity === 'string' ? lease.spec.holderIdentity : '';
  const renewed = millis(lease.spec?.renewTime);
  const before = past?.leader;
  if (holder === '' || before === undefined || before.holder !== holder)
    return { holder, renewed, advanced: false };
  return { holder, renewed, advanced: before.advanced || renewed > before.renewed };
}
