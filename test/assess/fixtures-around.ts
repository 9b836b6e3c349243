import { allowListKey, labels } from '../../plugin/theia/labels.ts';
import { objectOf, stamp, worldStart } from '../harness/world-objects.ts';
import {
  detached,
  type Fixture,
  live,
  minimum,
  operatorPod,
  operatorSets,
  pods,
  recreated,
  renewed,
  upstream,
} from './fixtures.ts';
import {
  changed,
  claimed,
  free,
  look,
  lookInFile,
  looks,
  ofKind,
  part,
  partIn,
  pool,
  without,
} from './given.ts';

const fine = () => look(pool([free(1), free(2)]));
const digest = (id: number, value: string) => ({
  containerStatuses: [{ name: 'java', imageID: `registry.example.test/java@sha256:${value}${id}` }],
});
const digests = (one: number, other: number) =>
  pods(pods(pool([free(1), free(2)]), digest(one, 'abc'), 1), digest(other, 'abc'), 2);
const rewritten = (at: number) =>
  changed(pool([free(1)]), ofKind('ConfigMap', 'oauth2-proxy-config'), {
    metadata: { creationTimestamp: stamp(at) },
  });
const heldBy = (holderIdentity: string, at: number) =>
  [at * 1000, renewed(at * 1000, { holderIdentity })] as const;
const late = worldStart - 1000;
const early = worldStart - 2_000_000;
const route = (name: string) => [
  ...changed(pool([free(1)]), ofKind('AppDefinition'), ({ spec }) => ({
    spec: { ...spec, ingressname: 'shared' },
  })),
  objectOf('HTTPRoute', name, 'route'),
];
const remade = (kind: 'externalService' | 'emailConfigMap', covers: 'all' | 'claimed') => {
  const before = pool([live(covers)]);
  const after = changed(before, part(1, kind), { metadata: { uid: 'another' } });
  return looks([
    [0, before],
    [1000, after],
  ]);
};
const claimLabelOn = (kind: 'externalService' | 'sidecarService') => {
  const objects = pool([live()], { sidecars: 'before' });
  const uid = objects.find(ofKind('Session'))?.metadata.uid ?? '';
  const bare = changed(objects, part(1, 'externalService'), { metadata: { labels: {} } });
  return look(
    changed(bare, part(1, kind), {
      metadata: { labels: { ...partIn(bare, 1, kind).metadata.labels, [labels.sessionUid]: uid } },
    }),
  );
};
const operatorArgs = (args: string[], at: number) => [
  ...pool([free(1)]),
  ...operatorSets({ args: ['--serviceUrl', 'x'], at: early }, { args, at }),
];
const newer = ['--serviceUrl', 'y'];
const orphaned = (by: 'gone' | 'there') => {
  const objects = pool([free(1), free(2)]);
  return look(by === 'gone' ? recreated(objects, false) : objects);
};

/** One row a reason about a pool, a session, the operator or the look as a whole. */
export const otherFixtures = {
  digestsDiffer: { gives: () => look(digests(1, 2)), not: () => look(digests(1, 1)) },
  digestsRequired: {
    gives: () => look(digests(1, 2), { requireSameDigest: true }),
    not: () => look(digests(1, 2)),
  },
  operatorNewer: { gives: () => look(rewritten(late)), not: () => look(rewritten(early)) },
  operatorNewerRequired: {
    gives: () => look(operatorArgs(newer, late), { requireOperatorCurrent: true }),
    not: () => look(operatorArgs(['--serviceUrl', 'x'], late), { requireOperatorCurrent: true }),
  },
  poolEmpty: { gives: () => look(pool([], { minInstances: 0 }), { apps: ['java'] }), not: fine },
  kindNotInFile: {
    gives: () => lookInFile(pool([free(1)]).filter(({ kind }) => kind !== 'Pod')),
    not: () => look(pool([free(1)]).filter(({ kind }) => kind !== 'Pod')),
  },
  appDefinitionDeleting: { gives: () => look(pool([free(1)], { deleting: true })), not: fine },
  leaseLeft: {
    gives: () => look(pool([free(1)], { lease: 'ours' })),
    not: () => look(pool([free(1, { held: 'internal' })], { lease: 'ours' })),
  },
  routeMissing: { gives: () => look(route('other')), not: () => look(route('shared')) },
  proxyConfigMissing: {
    gives: () => look(pool([free(1)]).filter(({ metadata }) => metadata.name !== 'oauth2-proxy-config')),
    not: () =>
      look(
        pool([free(1)], {}, { keycloak: false }).filter(
          ({ metadata }) => metadata.name !== 'oauth2-proxy-config',
        ),
      ),
  },
  upstreamPool: { gives: () => look(upstream(pool([free(1)]))), not: fine },

  allowListWrong: {
    gives: () => look(pool([live('all', 'other')])),
    not: () =>
      look(
        changed(pool([live()]), part(1, 'emailConfigMap'), ({ data }) => ({
          data: { [allowListKey]: `\n${data?.[allowListKey]?.toUpperCase()}\n` },
        })),
      ),
  },
  partLost: {
    gives: () => look(without(pool([live()]), 1, 'proxyConfigMap')),
    not: () => look(without(pool([live()], {}, { keycloak: false }), 1, 'proxyConfigMap')),
  },
  partRemade: {
    gives: () => remade('emailConfigMap', 'all'),
    not: () => remade('emailConfigMap', 'claimed'),
  },
  proxyRemade: {
    gives: () => remade('emailConfigMap', 'claimed'),
    not: () => remade('externalService', 'claimed'),
  },
  harmedBefore: {
    gives: () => look(without(pool([live()]), 1, 'proxyConfigMap'), { tellHarmBefore: true }),
    not: () => look(without(pool([live()]), 1, 'proxyConfigMap')),
  },
  harmAccepted: {
    gives: () =>
      look(without(pool([live()]), 1, 'proxyConfigMap'), { tellHarmBefore: true, acceptHarmBefore: true }),
    not: () => look(without(pool([live()]), 1, 'proxyConfigMap'), { acceptHarmBefore: true }),
  },
  claimIncomplete: { gives: () => look(pool([live('claimed')])), not: () => look(pool([live('all')])) },
  misrouted: { gives: () => claimLabelOn('sidecarService'), not: () => claimLabelOn('externalService') },
  idAboveMinimum: {
    gives: () => look(minimum(detached(pool([claimed(2)]), 2), 1)),
    not: () => look(detached(pool([claimed(2)]), 2)),
  },
  idDetached: {
    gives: () => look(detached(pool([claimed(2)]), 2)),
    not: () => look(pool([claimed(2)])),
  },
  appDefinitionRemade: {
    gives: () => look(recreated(detached(pool([claimed(1)]), 1), true)),
    not: () => look(recreated(detached(pool([claimed(1)]), 1), false)),
  },
  partsNotJudged: {
    gives: () => look(pool([claimed(1)]), {}, { ConfigMap: 'forbidden' }),
    not: () => look(pool([claimed(1)])),
  },
  appDefinitionGone: {
    gives: () => look(recreated(detached(pool([claimed(1)]), 1), false)),
    not: () => look(recreated(detached(pool([claimed(1)]), 1), true)),
  },

  operatorNotSeen: {
    gives: () => look(pool([free(1)], {}, { operator: 'absent' }), {}, {}, { sight: 'forbidden' }),
    not: () => look(pool([free(1)], {}, { operator: 'absent' })),
  },
  operatorAbsent: {
    gives: () => look(pool([free(1)], {}, { operator: 'absent' })),
    not: () => look(pool([free(1)], {}, { operator: 'rolling' })),
  },
  operatorRollingOut: {
    gives: () => look(pool([free(1)], {}, { operator: 'rolling' })),
    not: () => look(pool([free(1)], {}, { operator: 'stale' })),
  },
  operatorFormerLeader: {
    gives: () =>
      look([...renewed(0, { acquireTime: stamp(worldStart - 90_000) }), ...operatorPod(0, -60_000)]),
    not: () => look([...renewed(0, { acquireTime: stamp(worldStart - 30_000) }), ...operatorPod(0, -60_000)]),
  },
  operatorRestarting: {
    gives: () => looks([0, 40_000].map((at) => [at, [...renewed(0), ...operatorPod(at / 20_000)]] as const)),
    not: () => looks([0, 40_000].map((at) => [at, [...renewed(0), ...operatorPod(1)]] as const)),
  },
  operatorRestarted: {
    gives: () => looks([0, 40_000].map((at) => [at, [...renewed(at), ...operatorPod(at / 20_000)]] as const)),
    not: () => looks([0, 40_000].map((at) => [at, [...renewed(at), ...operatorPod(1)]] as const)),
  },
  operatorLeaseLost: {
    gives: () => looks(['a', '', 'a', ''].map(heldBy)),
    not: () => looks(['a', '', '', ''].map(heldBy)),
  },
  operatorIdle: { gives: () => look(pool([free(1)], {}, { operator: 'stale' })), not: fine },
  operatorNotInFile: {
    gives: () => lookInFile(pool([free(1)], {}, { operator: 'absent' })),
    not: () => lookInFile(pool([free(1)])),
  },
  noEagerStart: {
    gives: () => look(pool([], { minInstances: 2 }, { operator: 'noEagerStart' })),
    not: () => look(pool([], { minInstances: 2 })),
  },

  cannotJudge: {
    gives: () => lookInFile(pool([free(1)]).filter(({ kind }) => kind !== 'AppDefinition')),
    not: () => look(pool([free(1)]).filter(({ kind }) => kind !== 'AppDefinition')),
  },
  orphanPool: { gives: () => orphaned('gone'), not: () => orphaned('there') },
  nothingSelected: {
    gives: () => look(pool([], { minInstances: 0 })),
    not: () => look(pool([], { minInstances: 0 }), { apps: ['java'] }),
  },
} satisfies Record<string, Fixture>;
