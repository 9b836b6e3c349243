import type { OperatorAssessment } from '../model/assessment.ts';
import { count, isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { hasProxy, isRolledOut, rolloutOf } from '../theia/deployment.ts';
import { labels } from '../theia/labels.ts';
import {
  leaderLease,
  type OperatorArguments,
  operatorArguments,
  operatorDeployment,
} from '../theia/operator.ts';
import { appDefinitionOwners } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';
import { millis } from '../theia/time.ts';
import type { History, Leader } from './history.ts';

/**
 * Is the operator there and working, and what is it told to make? docs/architecture.md#verify-step-2 and docs/architecture.md#what-to-expect (what to
 * expect). A Lease is trusted only when the same holder renewed it between two looks.
 */
export function assessOperator(snapshot: Snapshot, leader: Leader): OperatorAssessment {
  const { deployments, namespace } = snapshot.operator;
  const deployment = deployments.find((each) => each.metadata.name === operatorDeployment) ?? deployments[0];
  const told = deployment === undefined ? undefined : operatorArguments(deployment);
  const lease = leaseState(snapshot, leader);
  const rolledOut =
    deployment !== undefined && isRolledOut(deployment) && !snapshot.operator.pods.some(isEnding);
  const plausible = rolledOut && lease.fresh && lease.led;
  return {
    kind: operatorKind(snapshot),
    active: plausible && leader.advanced,
    plausible,
    steady: plausible && leader.advanced && snapshot.now - leader.since >= 2 * lease.duration * 1000,
    ...conventions(snapshot, told),
    ...(told === undefined ? {} : { image: told.image }),
    namespace,
    ...(deployment === undefined ? {} : { deployment }),
    reasons: troubles(snapshot, { deployment, told, rolledOut, lease, leader }),
  };
}

interface LeaseState {
  holder: string;
  /** Seconds. */
  age: number;
  duration: number;
  fresh: boolean;
  /** Taken after the oldest pod that is left started: a leader of a former rollout is not ours. */
  led: boolean;
}

function leaseState({ operator, now }: Snapshot, { holder, seenAt }: Leader): LeaseState {
  const spec = operator.lease?.spec;
  const duration = count(spec?.leaseDurationSeconds, 15);
  const starts = operator.pods
    .filter((pod) => !isOver(pod))
    .map((pod) => millis(pod.status?.startTime) || millis(pod.metadata.creationTimestamp));
  const oldest = starts.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return {
    holder,
    age: Math.max(0, Math.round((now - seenAt) / 1000)),
    duration,
    fresh: holder !== '' && now - seenAt <= (duration + 1) * 1000,
    led: starts.length === 0 || millis(spec?.acquireTime) + 1000 >= oldest,
  };
}

function isEnding(pod: KubeObject): boolean {
  return pod.metadata.deletionTimestamp !== undefined && !isOver(pod);
}

/** Its containers have ended for good: an evicted pod stays behind as a record. */
function isOver(pod: KubeObject): boolean {
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
}

function conventions(snapshot: Snapshot, told: OperatorArguments | undefined) {
  if (told !== undefined) {
    return { eagerStart: told.eagerStart, keycloak: told.keycloak, learnedFrom: 'arguments' as const };
  }
  const pool = snapshot.objects.Deployment.filter((each) => placePart(each)?.kind === 'deployment');
  return { eagerStart: true, keycloak: pool.some(hasProxy), learnedFrom: 'pool' as const };
}

/** An upstream operator knows no generation label (docs/theia-cloud.md#upstream). */
function operatorKind({ objects }: Snapshot): OperatorAssessment['kind'] {
  const main = [...objects.Deployment, ...objects.Service].filter((object) => {
    const placed = placePart(object);
    return placed !== undefined && placed.sidecar === undefined && appDefinitionOwners(object).length > 0;
  });
  if (main.length === 0) return 'unknown';
  const labelled = main.some((object) => object.metadata.labels?.[labels.generation] !== undefined);
  return labelled ? 'fork' : 'upstream';
}

interface Found {
  deployment: KubeObject | undefined;
  told: OperatorArguments | undefined;
  rolledOut: boolean;
  lease: LeaseState;
  leader: Leader;
}

/** The first that applies. */
function troubles(snapshot: Snapshot, { deployment, told, rolledOut, lease, leader }: Found): Reason[] {
  const { source, operator } = snapshot;
  const { namespace, sight } = operator;
  if (deployment === undefined) {
    if (source === 'file') return [because('operatorNotInFile')];
    return [because(sight === 'seen' ? 'operatorAbsent' : 'operatorNotSeen', { namespace })];
  }
  if (told?.eagerStart === false) return [because('noEagerStart')];
  if (source === 'file') return [];
  if (!rolledOut) {
    const { replicas, updatedReplicas, readyReplicas } = rolloutOf(deployment);
    return [because('operatorRollingOut', { namespace, replicas, updatedReplicas, readyReplicas })];
  }
  const restless = restlessness(snapshot, leader);
  if (lease.fresh && lease.led) return restless === undefined ? [] : [because('operatorRestarted', restless)];
  if (restless !== undefined) return [because('operatorRestarting', restless)];
  if (leader.lost > 1) {
    return [because('operatorLeaseLost', { times: leader.lost, seconds: secondsWatched(snapshot, leader) })];
  }
  if (lease.fresh) return [because('operatorFormerLeader', { age: lease.age, duration: lease.duration })];
  const holder = lease.holder === '' ? 'nobody' : 'a process';
  return [because('operatorIdle', { holder, age: lease.age, duration: lease.duration })];
}

/** A rollout changes the leader once; more than that, or a container that was started anew, is an operator that does not stay up. */
function restlessness(snapshot: Snapshot, leader: Leader) {
  const now = restartsOf(snapshot.operator.pods);
  const restarts = Object.entries(now).reduce(
    (sum, [uid, times]) => sum + Math.max(0, times - (leader.restartsAtFirst[uid] ?? times)),
    0,
  );
  const leaders = leader.holders.length;
  if (restarts === 0 && leaders < 3) return undefined;
  return { restarts, leaders, seconds: secondsWatched(snapshot, leader) };
}

function secondsWatched({ now }: Snapshot, { watchedSince }: Leader): number {
  return Math.round((now - watchedSince) / 1000);
}

/**
 * The operator's Lease as the looks saw it: did the same holder renew it between two looks, and when was that last seen? A
 * renewal that was seen counts from the look that showed it: the holder's clock need not agree with the server's.
 */
export function watchLeader({ operator, now }: Snapshot, past: History | undefined): Leader {
  const { lease, pods } = operator;
  const before = past?.leader;
  const spec = lease?.metadata.name === leaderLease ? lease.spec : undefined;
  const holder = text(spec?.holderIdentity);
  const renewed = holder === '' ? 0 : millis(spec?.renewTime);
  const same = before !== undefined && holder !== '' && before.holder === holder;
  const advanced = same && renewed > before.renewed;
  const acquired = millis(spec?.acquireTime);
  const first = before?.holder === undefined && acquired > 0 ? Math.min(acquired, now) : now;
  return {
    holder,
    renewed,
    advanced: same && (advanced || before.advanced),
    seenAt: advanced ? now : same ? before.seenAt : Math.min(renewed, now),
    since: same ? before.since : first,
    holders: [...new Set([...(before?.holders ?? []), ...(holder === '' ? [] : [holder])])],
    lost: (before?.lost ?? 0) + (holder === '' && before !== undefined && before.holder !== '' ? 1 : 0),
    watchedSince: before?.watchedSince ?? now,
    restartsAtFirst: { ...restartsOf(pods), ...before?.restartsAtFirst },
  };
}

function restartsOf(pods: readonly KubeObject[]): Record<string, number> {
  return Object.fromEntries(
    pods.map(({ metadata, status }) => [
      metadata.uid,
      list(status?.containerStatuses).reduce<number>(
        (sum, each) => sum + (isRecord(each) ? count(each.restartCount, 0) : 0),
        0,
      ),
    ]),
  );
}
