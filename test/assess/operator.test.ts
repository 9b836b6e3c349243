import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { objectOf, reference, stamp, worldStart } from '../harness/world-objects.ts';
import { upstream } from './fixtures.ts';
import { changed, codes, free, look, lookInFile, ofKind, pool } from './given.ts';

const whole = pool([free(1)]);
const lease = ofKind('Lease', 'theia-cloud-operator-leaders');
const deployment = ofKind('Deployment', 'operator-deployment');

/** The namespace with the leader's Lease renewed, ms after the first look. */
function renewed(at: number, spec: object = {}): KubeObject[] {
  return changed(whole, lease, (each) => ({
    spec: { ...each.spec, renewTime: stamp(worldStart + at), ...spec },
  }));
}

/** A pod of the operator that started at this time. */
function operatorPod(name: string, at: number, more: Partial<KubeObject> = {}): KubeObject[] {
  const set = objectOf('ReplicaSet', 'operator-rs', 'operator-rs');
  const pod = objectOf('Pod', name, name, {
    status: { phase: 'Running', startTime: stamp(worldStart + at) },
  });
  return [
    {
      ...set,
      metadata: {
        ...set.metadata,
        ownerReferences: [reference('Deployment', 'operator-deployment', 'operator-uid')],
      },
    },
    {
      ...pod,
      ...more,
      metadata: {
        ...pod.metadata,
        ...more.metadata,
        ownerReferences: [reference('ReplicaSet', 'operator-rs', 'operator-rs')],
      },
    },
  ];
}

function withArgs(args: unknown, more: object[] = []): KubeObject[] {
  return changed(whole, deployment, ({ spec }) => ({
    spec: {
      ...spec,
      template: { spec: { containers: [...more, { name: 'operator', image: 'operator:1', args }] } },
    },
  }));
}

test('a Lease that was taken before the oldest pod that is left started is that of a former rollout', () => {
  const taken = (at: number) => renewed(0, { acquireTime: stamp(worldStart + at) });
  const pods = operatorPod('new-pod', -60_000);
  assert.is(look([...taken(-90_000), ...pods]).assessment.operator.plausible, false);
  assert.is(look([...taken(-30_000), ...pods]).assessment.operator.plausible, true);
  const three = [...operatorPod('old-pod', -600_000), ...pods.slice(1)];
  assert.is(
    look([...taken(-90_000), ...three]).assessment.operator.plausible,
    true,
    'an older pod may hold it',
  );
  const evicted = operatorPod('evicted', -600_000, {
    status: { phase: 'Failed', startTime: stamp(worldStart - 600_000) },
  });
  assert.is(look([...taken(-90_000), ...pods, ...evicted.slice(1)]).assessment.operator.plausible, false);
});

test('an old pod that is still ending keeps the rollout open', () => {
  const gone = { metadata: { deletionTimestamp: stamp(worldStart) } as KubeObject['metadata'] };
  const objects = [...whole, ...operatorPod('old', -600_000, gone)];
  assert.equal(codes(look(objects).assessment.operator), ['operatorRollingOut']);
});

for (const [what, status] of [
  ['no status yet', {}],
  [
    'an older generation observed',
    { observedGeneration: 0, replicas: 1, updatedReplicas: 1, readyReplicas: 1 },
  ],
  ['an old replica left', { observedGeneration: 1, replicas: 2, updatedReplicas: 1, readyReplicas: 1 }],
  [
    'a replica ending',
    { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, terminatingReplicas: 1 },
  ],
  ['none ready', { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 0 }],
] as const) {
  test(`an operator with ${what} is rolling out`, () => {
    const { operator } = look(changed(whole, deployment, { status })).assessment;
    assert.equal([operator.plausible, codes(operator)], [false, ['operatorRollingOut']]);
  });
}

test('an operator scaled to nothing is not there to lead', () => {
  const none = changed(whole, deployment, ({ spec }) => ({
    spec: { ...spec, replicas: 0 },
    status: { observedGeneration: 1 },
  }));
  assert.equal(codes(look(none).assessment.operator), ['operatorRollingOut']);
});

test('what to expect comes from its arguments, however they are written', () => {
  const told = (args: unknown, more: object[] = []) => {
    const { eagerStart, keycloak, learnedFrom } = look(withArgs(args, more)).assessment.operator;
    return [eagerStart, keycloak, learnedFrom];
  };
  assert.equal(told(['--eagerStart', '--keycloak', '--serviceUrl', 'x']), [true, true, 'arguments']);
  assert.equal(told(['--serviceUrl', 'x']), [false, false, 'arguments']);
  assert.equal(told(['--eagerStart=true', '--keycloak', 'false', '--serviceUrl=x']), [
    true,
    false,
    'arguments',
  ]);
  assert.equal(told(['-c', 'java -jar operator.jar --eagerStart --keycloak']), [true, true, 'arguments']);
  const proxy = [{ name: 'istio-proxy', args: ['proxy', 'sidecar'] }];
  assert.equal(told(['--eagerStart', '--keycloak'], proxy), [true, true, 'arguments']);
});

test('from an operator that shows no such arguments nothing follows: the pool itself tells', () => {
  const { operator } = look(withArgs([])).assessment;
  assert.equal([operator.eagerStart, operator.keycloak, operator.learnedFrom], [true, true, 'pool']);
  const bare = look(pool([free(1)], {}, { keycloak: false, operator: 'absent' })).assessment.operator;
  assert.equal([bare.eagerStart, bare.keycloak, bare.learnedFrom], [true, false, 'pool']);
});

test('its kind is told by the generation label on what it owns', () => {
  assert.is(look(whole).assessment.operator.kind, 'fork');
  assert.is(look(upstream(whole)).assessment.operator.kind, 'upstream');
  assert.is(look(pool([], { minInstances: 1 })).assessment.operator.kind, 'unknown');
});

test('of two Deployments that carry its label the one with its name counts', () => {
  const other = objectOf('Deployment', 'another-operator', 'other', {
    metadata: { labels: { app: 'operator' } } as unknown as KubeObject['metadata'],
  });
  assert.is(look([other, ...whole]).assessment.operator.deployment?.metadata.name, 'operator-deployment');
});

test('a file proves no operator at work, and one without it is not called absent', () => {
  assert.equal(codes(lookInFile(whole).assessment.operator), []);
  assert.equal(codes(lookInFile(pool([free(1)], {}, { operator: 'absent' })).assessment.operator), [
    'operatorNotInFile',
  ]);
});

test('a leader may have taken its Lease up to a second before its pod says that it started', () => {
  const at = (taken: number) => {
    const objects = renewed(0, { acquireTime: stamp(worldStart - 60_000 - taken) });
    return look([...objects, ...operatorPod('pod', -60_000)]).assessment.operator.plausible;
  };
  assert.equal([at(1000), at(2000)], [true, false]);
});

test('one IDE behind a proxy, or one labelled part, tells the conventions of all', () => {
  const [bare, proxied] = [
    pool([free(1)], {}, { keycloak: false, operator: 'absent' }),
    pool([free(2)], {}, { operator: 'absent' }),
  ];
  const mixed = [...bare, ...proxied.filter(({ metadata }) => metadata.name.startsWith('instance-2-'))];
  assert.is(look(mixed).assessment.operator.keycloak, true);
  const [old, labelled] = [upstream(pool([free(1)])), pool([free(2)])];
  const renewedHalf = [...old, ...labelled.filter(({ metadata }) => metadata.name.startsWith('instance-2-'))];
  assert.is(look(renewedHalf).assessment.operator.kind, 'fork');
});

test('what only looks like an instance, or is a session’s alone, tells no kind', () => {
  const lonely = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'instance-1-web', uid: 'w' },
  };
  assert.is(look([...pool([], { minInstances: 1 }), lonely]).assessment.operator.kind, 'unknown');
});

test('an evicted pod that is being deleted keeps no rollout waiting', () => {
  const dying = { metadata: { deletionTimestamp: stamp(worldStart) } as KubeObject['metadata'] };
  const says = (phase: string) =>
    codes(
      look([...renewed(0), ...operatorPod('old', -9_000_000, { ...dying, status: { phase } })]).assessment
        .operator,
    );
  assert.equal(says('Failed'), []);
  assert.equal(says('Running'), ['operatorRollingOut']);
});

test.run();
