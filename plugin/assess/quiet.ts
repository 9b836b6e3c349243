import type { Snapshot } from '../model/snapshot.ts';
import { appDefinitionOwners, sessionOwners } from '../theia/owners.ts';
import type { Instance } from '../theia/parts.ts';
import { millis } from '../theia/time.ts';
import { type History, releaseGraceMs } from './history.ts';

type Quiet = Pick<History, 'quietSince' | 'prints' | 'released'>;

/**
 * Since when the operator left every pool of the namespace alone. Passes queue on one thread, so a quiet pool may just be
 * waiting: all pools count. Not counted: `ours` (uids we deleted) and instances that a session holds or just left.
 */
export function watchQuiet(
  { now, operator }: Snapshot,
  instances: readonly Instance[],
  past: History | undefined,
  ours: ReadonlySet<string>,
): Quiet {
  const objects = poolObjects(instances);
  const released = Object.fromEntries([
    ...Object.entries(past?.released ?? {}).filter(([, until]) => until > now),
    ...objects
      .filter(({ claimed }) => claimed)
      .map(({ instance }) => [instance, now + releaseGraceMs] as const),
  ]);
  const prints = Object.fromEntries(objects.map(({ name, uid, instance }) => [name, `${uid} ${instance}`]));
  const deleting = objects.some(
    ({ ending, uid, instance }) => ending && !ours.has(uid) && released[instance] === undefined,
  );
  const moving = past === undefined || deleting || differs(past.prints, prints, released, ours);
  const acquired = Math.min(now, millis(operator.lease?.spec?.acquireTime));
  return { quietSince: moving ? now : Math.max(past.quietSince, acquired), prints, released };
}

interface PoolObject {
  name: string;
  uid: string;
  /** Of the instance: the end of its AppDefinition's uid, and its id. */
  instance: string;
  claimed: boolean;
  ending: boolean;
}

function poolObjects(instances: readonly Instance[]): PoolObject[] {
  return instances.flatMap(({ id, appUid, parts }) => {
    const claimed = parts.some((part) => sessionOwners(part.object).length > 0);
    return parts
      .filter((part) => appDefinitionOwners(part.object).length > 0)
      .map(({ object: { kind, metadata } }) => ({
        name: `${kind}/${metadata.name}`,
        uid: metadata.uid,
        instance: `${appUid.slice(-12)}/${id}`,
        claimed,
        ending: metadata.deletionTimestamp !== undefined,
      }));
  });
}

function differs(
  before: Quiet['prints'],
  after: Quiet['prints'],
  released: Quiet['released'],
  ours: ReadonlySet<string>,
): boolean {
  const moved = [
    ...Object.keys(after).filter((name) => before[name] !== after[name]),
    ...Object.keys(before).filter((name) => after[name] === undefined),
  ];
  for (const name of moved) {
    const [oldUid = '', old = ''] = (before[name] ?? '').split(' ');
    const instance = after[name]?.split(' ')[1] ?? old;
    if (released[instance] !== undefined || released[old] !== undefined) continue;
    if (after[name] === undefined && ours.has(oldUid)) continue;
    return true;
  }
  return false;
}
