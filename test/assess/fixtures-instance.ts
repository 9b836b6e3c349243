import { objectOf } from '../harness/world-objects.ts';
import {
  claimBy,
  container,
  detached,
  ending,
  type Fixture,
  labelled,
  minimum,
  pods,
  recreated,
  upstream,
  waiting,
} from './fixtures.ts';
import { changed, claimed, free, look, looks, part, pool, without } from './given.ts';

const fine = () => look(pool([free(1), free(2)]));
const sidecars = { sidecars: 'after' } as const;
const own = { lease: 'ours' } as const;
const heldOld = (kind: 'internalService' | 'externalService') =>
  look(labelled(pool([free(1, { held: 'internal' })], own), 1, kind, '1'));
const crashing = (moments: readonly number[]) =>
  looks(moments.map((at) => [at, waiting('CrashLoopBackOff')] as const));

/** One row a reason about an instance. */
export const instanceFixtures = {
  partStale: { gives: () => look(pool([free(1, { made: 'stale' })])), not: fine },
  imageStale: {
    gives: () => look(pool([free(1, { made: 'stale' })])),
    not: () => look(labelled(pool([free(1)]), 1, 'externalService', '1')),
  },
  imageMislabelled: {
    gives: () => look(container(pool([free(1)]), 1, 'deployment', { image: 'x:9' })),
    not: () => look(pool([free(1, { made: 'stale' })])),
  },
  templateStale: {
    gives: () =>
      look(upstream(container(pool([free(1)]), 1, 'deployment', { ports: [{ containerPort: 1 }] }))),
    not: () => look(upstream(pool([free(1)]))),
  },
  stampStale: { gives: () => heldOld('internalService'), not: () => heldOld('externalService') },
  generationsMixed: {
    gives: () => look(labelled(pool([free(1)]), 1, 'deployment', '1')),
    not: () => look(labelled(pool([free(1)]), 1, 'internalService', '1')),
  },
  sidecarStale: {
    gives: () => look(container(pool([free(1)], sidecars), 1, 'sidecarDeployment', { image: 'ls:0' })),
    not: () => look(pool([free(1)], sidecars)),
  },
  partMissing: {
    gives: () => look(without(pool([free(1)]), 1, 'deployment')),
    not: () => look(without(pool([free(1)]), 1, 'internalService')),
  },
  serviceMissing: {
    gives: () => look(without(pool([free(1)]), 1, 'externalService')),
    not: () => look(without(pool([free(1)]), 1, 'externalService', 'internalService')),
  },
  mainMissingBesideSidecar: {
    gives: () => look(without(pool([free(1)], sidecars), 1, 'deployment')),
    not: () => look(without(pool([free(1)]), 1, 'deployment')),
  },
  sidecarMissing: {
    gives: () => look(without(pool([free(1)], sidecars), 1, 'sidecarDeployment')),
    not: () => look(without(pool([free(1)], sidecars), 1, 'sidecarService')),
  },
  partTerminating: {
    gives: () => look(ending(pool([free(1)]), 1, 'emailConfigMap')),
    not: () => look(ending(pool([claimed(1)]), 1, 'emailConfigMap')),
  },
  idMissing: {
    gives: () => look(pool([free(1)], { minInstances: 2 })),
    not: () => look(detached(pool([claimed(1)]), 1)),
  },
  residueAllowList: {
    gives: () => look(pool([free(1, { residue: 'list' })])),
    not: () => look(pool([claimed(1)])),
  },
  residueLabels: {
    gives: () => look(pool([free(1, { residue: 'labels' })])),
    not: () =>
      look(
        changed(pool([free(1)]), part(1, 'externalService'), ({ metadata }) => ({
          metadata: { labels: { ...metadata.labels, 'app.kubernetes.io/component': 'session' } },
        })),
      ),
  },
  stampResidue: {
    gives: () => look(pool([free(1, { held: 'internal', residue: 'labels' })], own)),
    not: () => look(pool([free(1, { residue: 'labels' })])),
  },
  residuePod: {
    gives: () => look(pool([free(1, { residue: 'pod' })])),
    not: () => look(pool([claimed(1, { residue: 'pod' })])),
  },
  residueWorkspace: {
    gives: () => look(pool([free(1, { residue: 'list' })], { sidecars: 'workspace' })),
    not: () => look(pool([free(1, { residue: 'list' })], sidecars)),
  },
  notReady: {
    gives: () => look(pool([free(1, { pod: 'starting' })])),
    not: () => look(pool([free(1, { pod: 'starting' })]), { requireReady: false }),
  },
  oldPodLeft: {
    gives: () =>
      look([
        ...pool([free(1)]),
        objectOf('Pod', 'old', 'old-pod', {
          metadata: { name: 'old', uid: 'old-pod', labels: { app: 'java-1' } },
        }),
      ]),
    not: () =>
      look([
        ...pool([free(1)]),
        objectOf('Pod', 'old', 'old-pod', {
          metadata: { name: 'old', uid: 'old-pod', labels: { app: 'java-2' } },
        }),
      ]),
  },
  podWaiting: {
    gives: () => look(waiting('ContainerCreating')),
    not: () => look(pods(pool([free(1)]), { containerStatuses: [{ state: { waiting: { reason: 'X' } } }] })),
  },
  podFailing: {
    gives: () => crashing([0, 15_000, 30_000]),
    not: () => crashing([0, 15_000, 29_000]),
  },
  podDoomed: {
    gives: () => look(waiting('InvalidImageName')),
    not: () => look(waiting('ImagePullBackOff')),
  },
  gateClosed: {
    gives: () => look(pool([free(1, { held: 'internal' })], own)),
    not: () => look(pool([free(1, { held: 'sidecars' })], { ...own, ...sidecars })),
  },
  heldWhole: {
    gives: () => look(pool([free(1, { held: 'whole' })], own)),
    not: () => look(pool([free(1, { held: 'internal' })], own)),
  },
  keptOldParts: {
    gives: () => look(pool([free(1, { held: 'kept' })], own)),
    not: () => look(pool([free(1, { held: 'whole' })], own)),
  },
  sidecarShielded: {
    gives: () => look(pool([free(1, { held: 'sidecars' })], { ...own, ...sidecars })),
    not: () => look(pool([free(1, { held: 'internal' })], { ...own, ...sidecars })),
  },
  surplus: {
    gives: () => look(minimum(pool([free(1), free(2)]), 1)),
    not: () => look(minimum(pool([free(1), claimed(2)]), 1)),
  },
  orphan: {
    gives: () => look(recreated(pool([free(1)]), true)),
    not: () => look(recreated(pool([claimed(1)]), true)),
  },
  partUnowned: {
    gives: () => look(pool([free(1, { unowned: 0 })])),
    not: () => look(detached(pool([claimed(1)]), 1)),
  },
  halfClaimed: { gives: () => claimBy('failed'), not: () => claimBy('inFlight') },
  danglingSession: { gives: () => claimBy('gone'), not: () => claimBy('ending') },
  claimInFlight: { gives: () => claimBy('inFlight'), not: () => claimBy('failed') },
  sessionEnding: { gives: () => claimBy('ending'), not: () => claimBy('gone') },
} satisfies Record<string, Fixture>;
