import type { ArgumentsFor } from '../model/sentence.ts';
import { cleanSentence } from '../text/clean.ts';
import { instanceRanges, nameList } from '../text/lists.ts';
import { minInstances } from '../theia/app-definition.ts';
import { type NoteCode, noteRows, type PlannedNote, type PlannedPool, type Situation } from './plan.ts';

/** What one should know beside the fates. */
export function notesOf(
  situation: Situation,
  pools: readonly PlannedPool[],
  restarts: boolean,
): PlannedNote[] {
  return [
    ...aboutManifests(situation, pools),
    ...aboutOperator(situation, pools, restarts),
    ...pools.flatMap((pool) => aboutPool(pool, situation)),
    ...inFlight(situation, pools),
  ];
}

function aboutManifests({ manifests, apps, assessment, only }: Situation, pools: readonly PlannedPool[]) {
  const all = manifests.filter(({ kind }) => kind === 'AppDefinition');
  const elsewhere = all.filter(
    ({ metadata }) => (metadata.namespace ?? assessment.namespace) !== assessment.namespace,
  );
  const left = apps.filter(
    ({ metadata }) =>
      !pools.some(({ app }) => app === metadata.name) && (only.length === 0 || only.includes(metadata.name)),
  );
  const names = (objects: readonly { metadata: { name: string } }[]): string =>
    nameList(objects.map(({ metadata }) => metadata.name));
  return [
    ...(all.length === 0 ? [note('noAppDefinition')] : []),
    ...(elsewhere.length === 0 ? [] : [note('elsewhere', { apps: names(elsewhere) })]),
    ...(left.length === 0 ? [] : [note('notInManifests', { apps: names(left), option: '--prune' })]),
  ];
}

function aboutOperator({ assessment }: Situation, pools: readonly PlannedPool[], restarts: boolean) {
  const { operator } = assessment;
  if (!operator.eagerStart) return [note('noEagerStart')];
  const changing = pools.filter(({ change, instances }) => change === 'spec' && instances.length > 0);
  const old = changing.reduce((sum, { instances }) => sum + instances.length, 0);
  const apps = nameList(changing.map(({ app }) => app));
  return [
    ...(operator.kind === 'unknown' && pools.length > 0 ? [note('operatorUnknown')] : []),
    ...(operator.kind === 'upstream' && changing.length > 0 ? [note('upstreamIgnores')] : []),
    ...(restarts && changing.length > 0 ? [note('operatorRestarts', { apps, instances: old })] : []),
  ];
}

function aboutPool(
  { app, change, instances, minInstances: [, min] }: PlannedPool,
  { assessment }: Situation,
) {
  const pool = assessment.pools.find(({ name }) => name === app);
  if (pool === undefined || change === 'none') return [];
  const free = pool.instances.filter(({ state }) => state !== 'claimed' && state !== 'orphan');
  const stale = free.filter(
    ({ state }) => state === 'stale' || state === 'residue' || state === 'incomplete',
  );
  const bare = instances.filter(
    ({ lost, session }) =>
      session === undefined && lost.some((label) => label.startsWith('sidecar Deployment')),
  );
  const above = instances.filter(({ id, session }) => session !== undefined && id > min);
  const closing = assessment.operator.kind === 'fork' && change === 'spec' ? free.length : 0;
  return [
    ...(change === 'metadata' && stale.length > 0
      ? [note('staleNow', { app, instances: instanceRanges(stale.map(({ id }) => id)) })]
      : []),
    ...(bare.length > 0
      ? [note('sidecarsLost', { app, instances: instanceRanges(bare.map(({ id }) => id)) })]
      : []),
    ...(closing > 0 ? [note('gateCloses', { app, instances: closing })] : []),
    ...(above.length > 0 && min < minInstances(pool.app)
      ? [note('belowClaims', { app, instances: instanceRanges(above.map(({ id }) => id)) })]
      : []),
  ];
}

function inFlight({ assessment }: Situation, pools: readonly PlannedPool[]): PlannedNote[] {
  const changing = new Set(pools.filter(({ change }) => change !== 'none').map(({ app }) => app));
  const found = assessment.inFlight.filter(({ app }) => changing.has(app));
  if (found.length === 0) return [];
  return [
    note('claimsInFlight', { count: found.length, sessions: nameList(found.map(({ session }) => session)) }),
  ];
}

function note<C extends NoteCode>(code: C, ...args: ArgumentsFor<(typeof noteRows)[C]>): PlannedNote {
  return { code, ...cleanSentence(noteRows[code], args[0] ?? {}) };
}
