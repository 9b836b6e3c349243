import { randomUUID } from 'node:crypto';
import type { Acting } from '../../plugin/act/acting.ts';
import { carryOut } from '../../plugin/act/carry-out.ts';
import { assess } from '../../plugin/assess/assess.ts';
import { type Connection, connect } from '../../plugin/cluster/client.ts';
import { ApiError } from '../../plugin/cluster/port.ts';
import type { Assessment, PoolAssessment } from '../../plugin/model/assessment.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Part } from '../../plugin/model/parts.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import { look } from '../../plugin/observe/look.ts';
import { annotations, claimLabels, labels } from '../../plugin/theia/labels.ts';
import { writeNudge } from '../../plugin/theia/nudge-mark.ts';
import { holds, leasePrefix, owners, referenceTo, sessionOwners } from '../../plugin/theia/owners.ts';
import type { Place } from './ways.ts';

export interface Seen {
  assessment: Assessment;
  pool: PoolAssessment;
}

/** What a variant does to the one pool. */
export interface Drive {
  see(): Promise<Seen>;
  act(steps: readonly WriteStep[]): Promise<void>;
  /** Takes a Lease and holds these, all at the same time. */
  close(parts: readonly KubeObject[]): Promise<void>;
  nudge(): Promise<void>;
  /** Stamps these parts with the pool's generation and takes our hold off them, one after the other. */
  open(parts: readonly Part[], pool: PoolAssessment): Promise<void>;
  drop(lease: string, uid: string): Promise<void>;
  /** @throws TooLate when the way has taken too long */
  pause(ms: number): Promise<void>;
}

class TooLate extends Error {}

/** Connects through the tap for one piece of work; gives `not renewed in time` when it took too long. */
export async function connected(place: Place, work: (drive: Drive) => Promise<string>): Promise<string> {
  const { ground, limitMs } = place;
  const cluster = await connect({ env: await ground.environment(true), remaining: () => limitMs });
  try {
    return await work(driveOn(cluster, place));
  } catch (error) {
    if (error instanceof TooLate) return 'not renewed in time';
    throw error;
  } finally {
    await cluster.close();
  }
}

function driveOn(cluster: Connection, { app, ground, limitMs }: Place): Drive {
  const { namespace } = ground;
  const begun = cluster.clock.elapsed();
  let history: ReturnType<typeof assess>['history'] | undefined;
  let seen: Pick<Acting, 'apps' | 'leases'> = { apps: new Map(), leases: new Map() };
  const acting = {
    cluster,
    clock: cluster.clock,
    namespace,
    runId: `variant-${randomUUID().slice(0, 8)}`,
    holdForMs: 3_600_000,
    stop: new AbortController().signal,
  };
  return {
    async see() {
      const snapshot = await look(cluster, cluster.clock, { namespace, operatorNamespace: namespace });
      const judged = assess(snapshot, history, { ...lenient, apps: [app] });
      history = judged.history;
      const [pool] = judged.assessment.pools;
      if (pool === undefined) throw new Error(`no pool ${app}`);
      const [lease] = pool.gate.leases;
      seen = {
        apps: new Map([[app, pool.app]]),
        leases: new Map(lease === undefined ? [] : [[app, lease]]),
      };
      return { assessment: judged.assessment, pool };
    },
    act: async (steps) => void (await Array.fromAsync(carryOut(steps, { ...acting, ...seen }))),
    async close(parts) {
      await Array.fromAsync(carryOut([{ step: 'lease', app }], { ...acting, ...seen }));
      const lease = await cluster.get('Lease', namespace, `${leasePrefix}${app}`);
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
    async open(parts, { generation }) {
      const stamp = {
        [labels.generation]: String(generation),
        ...Object.fromEntries(claimLabels.map((each) => [each, null])),
      };
      for (const { object } of parts) {
        const { name, resourceVersion } = object.metadata;
        const ownerReferences = owners(object).filter((owner) => !holds(object).includes(owner));
        const change = { metadata: { resourceVersion, ownerReferences, labels: stamp } };
        await unlessConflict(cluster.patch('Service', namespace, name, 'merge', change));
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
  tellHarmBefore: true,
};

/** Read, unless a Session has it, then patched. */
async function holdPart(cluster: Connection, part: KubeObject, lease: KubeObject): Promise<void> {
  const { name, namespace = '' } = part.metadata;
  const object = await cluster.get('Service', namespace, name);
  if (object === undefined || sessionOwners(object).length > 0) return;
  const { resourceVersion } = object.metadata;
  const ownerReferences = [...owners(object), referenceTo(lease)];
  const change = { metadata: { resourceVersion, ownerReferences } };
  await unlessConflict(cluster.patch('Service', namespace, name, 'merge', change));
}

/** A conflict: somebody was quicker. The next look shows what is left. */
async function unlessConflict(work: Promise<unknown>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof ApiError && error.kind === 'conflict')) throw error;
  });
}
