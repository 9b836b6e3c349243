import { completeClaims, unholdClaimed } from '../../plugin/decide/sessions.ts';
import { freeInstances } from '../../plugin/decide/targets.ts';
import type { InstanceAssessment, PoolAssessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Part, PartKind } from '../../plugin/model/parts.ts';
import { generationOf } from '../../plugin/theia/labels.ts';
import { holds } from '../../plugin/theia/owners.ts';
import { connected, type Drive } from './drive.ts';
import type { Place } from './ways.ts';

export interface VariantOptions {
  /** What is held, in the order of opening. */
  holds: readonly ('externalService' | 'internalService')[];
  quietLook: boolean;
}

/**
 * A gate as one might write it who knows less: other Services held, or closed without looking for claims in flight first, never just
 * before a hold, and without a second look. Reading, judging and guarding are the program's own; its decisions are not asked.
 */
export async function variant(place: Place, options: VariantOptions): Promise<string> {
  return connected(place, async (drive) => {
    let seen = await drive.see();
    while (options.quietLook && seen.assessment.inFlight.length > 0) {
      await drive.pause(500);
      seen = await drive.see();
    }
    await drive.close(closing(seen.pool, options));
    await settleClaims(drive);
    await drive.nudge();
    for (;;) {
      seen = await drive.see();
      const closed = seen.pool.instances.filter((each) => isHeld(each));
      if (closed.length === 0) break;
      const ready = closed.filter((each) => isRenewed(each, seen.pool, options));
      for (const { parts } of ready) await drive.open(held(parts, options), seen.pool);
      if (ready.length === 0) await drive.pause(300);
    }
    const lease = seen.pool.gate.leases[0];
    if (lease !== undefined) await drive.drop(lease.metadata.name, lease.metadata.uid);
    return 'renewed';
  });
}

/** Metadata written on the AppDefinition, and nothing else. */
export async function plainNudge(place: Place): Promise<string> {
  return connected(place, async (drive) => {
    await drive.nudge();
    for (;;) {
      const { pool } = await drive.see();
      const stale = freeInstances(pool).filter(({ generations }) =>
        generations.some((each) => each !== pool.generation),
      );
      if (stale.length === 0) return 'renewed';
      await drive.pause(300);
    }
  });
}

function held(parts: readonly Part[], { holds: kinds }: VariantOptions): Part[] {
  return kinds.flatMap((kind) => parts.filter((part) => part.kind === kind));
}

/** Highest id first. */
function closing(pool: PoolAssessment, { holds: kinds }: VariantOptions): KubeObject[] {
  return freeInstances(pool).flatMap(({ parts }) =>
    parts.filter((part) => (kinds as readonly PartKind[]).includes(part.kind)).map(({ object }) => object),
  );
}

/** Waits for claims in flight, takes our hold off where a claim won, completes all claims (docs/theia-cloud.md#lever-6-c and #lever-6-d). */
async function settleClaims(drive: Drive): Promise<void> {
  for (;;) {
    const { pool, assessment } = await drive.see();
    const steps = [...unholdClaimed(pool, assessment), ...completeClaims(pool, assessment)];
    if (steps.length > 0) await drive.act(steps);
    else if (assessment.inFlight.length === 0) return;
    await drive.pause(300);
  }
}

function isHeld({ state, parts }: InstanceAssessment): boolean {
  return state !== 'claimed' && parts.some(({ object }) => holds(object).length > 0);
}

function isRenewed(
  { ready, missing, parts }: InstanceAssessment,
  pool: PoolAssessment,
  { holds: kinds }: VariantOptions,
): boolean {
  const others = parts.filter((part) => !(kinds as readonly PartKind[]).includes(part.kind));
  return (
    ready && missing.length === 0 && others.every(({ object }) => generationOf(object) === pool.generation)
  );
}
