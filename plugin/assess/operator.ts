import type { OperatorAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { hasProxy, isRolledOut } from '../theia/deployment.ts';
import { generationOf } from '../theia/labels.ts';
import { type OperatorArguments, operatorArguments } from '../theia/operator.ts';
import { appDefinitionOwners } from '../theia/owners.ts';
import { placePart } from '../theia/parts.ts';
import { millis } from '../theia/time.ts';
import type { History } from './history.ts';

/**
 * Is the operator there and working, and what is it told to make? design.md section 5 step 2 and section 3 (what to
 * expect). A Lease is trusted only when the same holder renewed it between two looks.
 */
export function assessOperator(snapshot: Snapshot, leader: History['leader']): OperatorAssessment {
  const deployment = snapshot.operator.deployments[0];
  const told = deployment === undefined ? undefined : operatorArguments(deployment);
  const lease = leaseState(snapshot, leader);
  const rolledOut = deployment !== undefined && isRolledOut(deployment);
  return {
    kind: operatorKind(snapshot),
    active: rolledOut && lease.fresh && lease.led && leader.advanced,
    plausible: rolledOut && lease.fresh && lease.led,
    ...conventions(snapshot, told),
    ...(told === undefined ? {} : { image: told.image }),
    namespace: snapshot.operator.namespace,
    ...(deployment === undefined ? {} : { deployment }),
    reasons: troubles(snapshot, deployment, rolledOut, lease, leader, told),
  };
}

interface LeaseState {
  age: number;
  duration: number;
  fresh: boolean;
  /** Taken after the oldest pod that is left started: a leader of a former rollout is not ours. */
  led: boolean;
}

function leaseState(snapshot: Snapshot, leader: History['leader']): LeaseState {
  const spec = snapshot.operator.lease?.spec;
  const duration = Number.isInteger(spec?.leaseDurationSeconds) ? spec.leaseDurationSeconds : 15;
  const age = Math.max(0, Math.round((snapshot.now - leader.renewed) / 1000));
  const starts = snapshot.operator.pods.map((pod) =>
    millis(pod.status?.startTime ?? pod.metadata.creationTimestamp),
  );
  const oldest = starts.length === 0 ? 0 : Math.min(...starts);
  return {
    age,
    duration,
    fresh: leader.holder !== '' && snapshot.now - leader.renewed <= (duration + 1) * 1000,
    led: millis(spec?.acquireTime) + 1000 >= oldest,
  };
}

function conventions(snapshot: Snapshot, told: OperatorArguments | undefined) {
  if (told !== undefined) {
    return { eagerStart: told.eagerStart, keycloak: told.keycloak, learnedFrom: 'arguments' as const };
  }
  const pool = snapshot.objects.Deployment.filter((each) => placePart(each)?.kind === 'deployment');
  return { eagerStart: true, keycloak: pool.some(hasProxy), learnedFrom: 'pool' as const };
}

function operatorKind(snapshot: Snapshot): OperatorAssessment['kind'] {
  const main = [...snapshot.objects.Deployment, ...snapshot.objects.Service].filter((object) => {
    const kind = placePart(object)?.kind;
    return (
      (kind === 'deployment' || kind === 'externalService' || kind === 'internalService') &&
      appDefinitionOwners(object).length > 0
    );
  });
  if (main.length === 0) return 'unknown';
  return main.some((object) => generationOf(object) !== undefined || hasLabel(object)) ? 'fork' : 'upstream';
}

function hasLabel(object: KubeObject): boolean {
  return Object.keys(object.metadata.labels ?? {}).includes('theia-cloud.io/appdefinition-generation');
}

function troubles(
  snapshot: Snapshot,
  deployment: KubeObject | undefined,
  rolledOut: boolean,
  lease: LeaseState,
  leader: History['leader'],
  told: OperatorArguments | undefined,
): Reason[] {
  const { sight, namespace } = snapshot.operator;
  if (snapshot.source === 'file' && deployment === undefined) return [because('operatorNotInFile')];
  if (deployment === undefined) {
    return [because(sight === 'seen' ? 'operatorAbsent' : 'operatorNotSeen', { namespace })];
  }
  if (told !== undefined && !told.eagerStart) return [because('noEagerStart')];
  if (snapshot.source === 'file') return [];
  if (!rolledOut) {
    const { updatedReplicas = 0, readyReplicas = 0 } = deployment.status ?? {};
    const replicas = deployment.spec?.replicas ?? 1;
    return [because('operatorRollingOut', { namespace, replicas, updatedReplicas, readyReplicas })];
  }
  if (!lease.fresh || !lease.led) {
    return [
      because('operatorIdle', {
        holder: leader.holder === '' ? 'nobody' : 'a process',
        age: lease.age,
        duration: lease.duration,
      }),
    ];
  }
  return [];
}
