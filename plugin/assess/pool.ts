import type { GateAssessment, InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import { text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason, reasons as table } from '../model/reasons.ts';
import { instanceStates } from '../model/states.ts';
import { imageOf, minInstances } from '../theia/app-definition.ts';
import { followedUntil, isExpired, renewedAt } from '../theia/lease.ts';
import { holds, leasePrefix } from '../theia/owners.ts';
import type { Instance } from '../theia/parts.ts';
import { lastForeignWrite } from '../theia/time.ts';
import { lastConverged, reportConfigMap } from '../theia/verdicts.ts';
import type { Context, TargetContext } from './context.ts';
import { assessInstance, assessMissing } from './instance.ts';
import { poolReasons } from './pool-reasons.ts';

/** One AppDefinition's pool: every id up to minInstances and every instance that exists beside them. */
export function assessPool(
  app: KubeObject,
  instances: readonly Instance[],
  context: Context,
): PoolAssessment {
  const target: TargetContext = { ...context, app, generation: app.metadata.generation ?? 0 };
  const wanted = context.operator.eagerStart ? minInstances(app) : 0;
  const judged = instances.map((instance) => assessInstance(instance, wanted, target));
  judged.push(...missingIds(judged, wanted, app).map((id) => assessMissing(id, target)));
  judged.sort((a, b) => a.id - b.id || (a.appUid < b.appUid ? -1 : 1));
  const gate = gateOf(app, instances, context);
  const reasons = poolReasons(judged, target);
  const renewed = judged.every(isSettledWell) && !reasons.some(fails);
  const left = gate.leases.length > 0 && gate.holds === 0 && gate.followedUntil === 0;
  const leftover: Reason[] = left ? [because('leaseLeft')] : [];
  return {
    app,
    name: app.metadata.name,
    uid: app.metadata.uid,
    generation: target.generation,
    image: imageOf(app) ?? '',
    minInstances: wanted,
    instances: judged,
    gate,
    lastWrite: lastForeignWrite(app),
    provenAt: lastConverged(context.configMaps.get(reportConfigMap), app.metadata.name),
    pvcTerminating: instances.some(hasTerminatingPvc),
    renewed,
    converged:
      renewed &&
      judged.every((each) => each.state !== 'closed' && each.hold !== 'whole' && each.hold !== 'closed'),
    reasons: [...reasons, ...leftover],
  };
}

/** Nothing of it keeps the pool from being converged, but perhaps the gate. */
function isSettledWell(instance: InstanceAssessment): boolean {
  if (instance.state === 'claimed') return true;
  if (instance.state === 'current' || instance.state === 'closed') return true;
  if (instanceStates[instance.state].free) return false;
  return !instance.reasons.some(fails);
}

function fails(reason: Reason): boolean {
  return table[reason.code].exit !== 0;
}

/** Of an absurd minInstances no more ids than these are listed one by one; the pool is not converged anyway. */
const mostMissing = 5000;

/** An id whose parts a live Session owns is claimed, whatever AppDefinition reference is left (docs/theia-cloud.md#f13). */
function missingIds(judged: readonly InstanceAssessment[], wanted: number, app: KubeObject): number[] {
  const there = new Set(judged.filter((each) => each.appUid === app.metadata.uid).map((each) => each.id));
  const missing: number[] = [];
  for (let id = 1; id <= wanted && missing.length < mostMissing; id += 1) {
    if (!there.has(id)) missing.push(id);
  }
  return missing;
}

function gateOf(app: KubeObject, instances: readonly Instance[], context: Context): GateAssessment {
  const held = instances.flatMap((instance) => instance.parts).flatMap((part) => holds(part.object));
  const names = new Set([`${leasePrefix}${app.metadata.name}`, ...held.map((owner) => owner.name)]);
  const leases = [...names].flatMap((name) => context.leases.get(name) ?? []);
  return {
    leases,
    holder: text(leases[0]?.spec?.holderIdentity),
    renewedAt: leases[0] === undefined ? 0 : renewedAt(leases[0]),
    followedUntil: leases.reduce(
      (latest, lease) => Math.max(latest, followedUntil(lease, context.snapshot.now)),
      0,
    ),
    expired: leases.length > 0 && leases.every((lease) => isExpired(lease, context.snapshot.now)),
    holds: held.length,
  };
}

function hasTerminatingPvc(instance: Instance): boolean {
  return instance.parts.some(
    (part) => part.kind === 'pvc' && part.object.metadata.deletionTimestamp !== undefined,
  );
}
