import { randomUUID } from 'node:crypto';
import type { Acting } from '../../plugin/act/acting.ts';
import { carryOut } from '../../plugin/act/carry-out.ts';
import { assess } from '../../plugin/assess/assess.ts';
import { type Connection, connect } from '../../plugin/cluster/connect.ts';
import { ApiError } from '../../plugin/cluster/port.ts';
import { completeClaims, unholdClaimed } from '../../plugin/decide/guard.ts';
import { freeInstances } from '../../plugin/decide/targets.ts';
import type { Assessment, InstanceAssessment, PoolAssessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import { look } from '../../plugin/observe/look.ts';
import { annotations, claimLabels, generationOf, labels } from '../../plugin/theia/labels.ts';
import { writeNudge } from '../../plugin/theia/nudge-mark.ts';
import { holds, owners, referenceTo, sessionOwners } from '../../plugin/theia/owners.ts';
import type { Place } from './way.ts';

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
      for (const instance of ready) await drive.open(instance, seen.pool, options);
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

interface Seen {
  assessment: Assessment;
  pool: PoolAssessment;
}

interface Drive {
  see(): Promise<Seen>;
  act(steps: readonly WriteStep[]): Promise<void>;
  /** Takes a Lease and holds these, all at the same time. */
  close(parts: readonly KubeObject[]): Promise<void>;
  nudge(): Promise<void>;
  open(instance: InstanceAssessment, pool: PoolAssessment, options: VariantOptions): Promise<void>;
  drop(lease: string, uid: string): Promise<void>;
  /** @throws TooLate when the way has taken too long */
  pause(ms: number): Promise<void>;
}

class TooLate extends Error {}

async function connected(place: Place, work: (drive: Drive) => Promise<string>): Promise<string> {
  const { tapped, limitMs } = place;
  const cluster = await connect({ env: tapped.environment, remaining: () => limitMs });
  try {
    return await work(driveOn(cluster, place));
  } catch (error) {
    if (error instanceof TooLate) return 'not renewed in time';
    throw error;
  } finally {
    await cluster.close();
  }
}

function driveOn(cluster: Connection, { app, tapped, limitMs }: Place): Drive {
  const { namespace } = tapped.ground;
  const begun = cluster.clock.elapsed();
  let history: ReturnType<typeof assess>['history'] | undefined;
  const acting: Acting = {
    cluster,
    clock: cluster.clock,
    namespace,
    runId: `variant-${randomUUID().slice(0, 8)}`,
    holdForMs: 3_600_000,
    leases: new Map(),
    apps: new Map(),
    deleted: new Set(),
    stop: new AbortController().signal,
  };
  return {
    async see() {
      const snapshot = await look(cluster, cluster.clock, { namespace, operatorNamespace: namespace });
      const judged = assess(snapshot, history, { ...lenient, apps: [app] });
      history = judged.history;
      const [pool] = judged.assessment.pools;
      if (pool === undefined) throw new Error(`no pool ${app}`);
      acting.apps = new Map([[app, pool.app]]);
      return { assessment: judged.assessment, pool };
    },
    act: (steps) => carryOut(steps, acting, () => undefined),
    async close(parts) {
      await carryOut([{ step: 'lease', app }], acting, () => undefined);
      const lease = acting.leases.get(app);
      if (lease === undefined) throw new Error('no Lease');
      await Promise.all(parts.map((part) => holdPart(cluster, part, lease)));
    },
    async nudge() {
      const { generation = 0 } = (await cluster.get('AppDefinition', namespace, app))?.metadata ?? {};
      const value = writeNudge(generation, 1, cluster.clock.now());
      await cluster.patch('AppDefinition', namespace, app, 'merge', {
        metadata: { annotations: { [annotations.nudge]: value } },
      });
    },
    async open({ parts }, { generation }, options) {
      for (const kind of options.holds) {
        const part = parts.find((each) => each.kind === kind);
        if (part === undefined) continue;
        const { name, resourceVersion } = part.object.metadata;
        const ownerReferences = owners(part.object).filter((owner) => !holds(part.object).includes(owner));
        const stamp = {
          [labels.generation]: String(generation),
          ...Object.fromEntries(claimLabels.map((each) => [each, null])),
        };
        const change = { metadata: { resourceVersion, ownerReferences, labels: stamp } };
        // A conflict: somebody was quicker; the next look shows what is left.
        await cluster.patch('Service', namespace, name, 'merge', change).catch(() => undefined);
      }
    },
    drop: (lease, uid) => cluster.delete('Lease', namespace, lease, { uid }),
    async pause(ms) {
      if (cluster.clock.elapsed() - begun > limitMs) throw new TooLate();
      await cluster.clock.sleep(ms);
    },
  };
}

const lenient = {
  requireReady: true,
  requireSameDigest: false,
  requireOperatorCurrent: false,
  forgiveHarmBefore: true,
};

/** Highest id first. */
function closing(pool: PoolAssessment, { holds: kinds }: VariantOptions): KubeObject[] {
  return freeInstances(pool).flatMap(({ parts }) =>
    parts.filter((part) => (kinds as readonly PartKind[]).includes(part.kind)).map(({ object }) => object),
  );
}

/** Read, unless a Session has it, then patched; a conflict means that somebody was quicker. */
async function holdPart(cluster: Connection, part: KubeObject, lease: KubeObject): Promise<void> {
  const { name, namespace = '' } = part.metadata;
  const object = await cluster.get('Service', namespace, name);
  if (object === undefined || sessionOwners(object).length > 0) return;
  const { resourceVersion } = object.metadata;
  const ownerReferences = [...owners(object), referenceTo(lease)];
  await cluster
    .patch('Service', namespace, name, 'merge', { metadata: { resourceVersion, ownerReferences } })
    .catch((error) => {
      if (!(error instanceof ApiError && error.fault === 'conflict')) throw error;
    });
}

/** Waits for claims in flight, takes our hold off where a claim won, completes all claims (theia-cloud.md lever 6 c and d). */
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
