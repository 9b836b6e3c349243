import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { objectOf, stamp, worldStart } from '../harness/world-objects.ts';
import { changed, claimed, codes, free, instanceIn, look, part, pool, theUid, without } from './given.ts';

const whole = pool([free(1)]);
const isPod = ({ kind }: KubeObject): boolean => kind === 'Pod';

function says(objects: readonly KubeObject[]): Record<string, string | number>[] {
  return instanceIn(look(objects), 1).reasons.map(({ code, args }) => ({ code, ...args }));
}

function oldPod(app: string, name = 'left'): KubeObject {
  return objectOf('Pod', name, name, {
    metadata: { name, uid: name, namespace: 'theia', labels: { app } } as KubeObject['metadata'],
  });
}

test('readiness is told with both numbers of the rollout', () => {
  const status = { observedGeneration: 1, replicas: 2, updatedReplicas: 1, readyReplicas: 1 };
  assert.equal(says(changed(whole, part(1, 'deployment'), { status, metadata: { generation: 2 } })), [
    {
      code: 'notReady',
      generation: 2,
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      readyReplicas: 1,
    },
  ]);
});

test('a status that calls itself ready while no pod is, is not believed', () => {
  const notReady = changed(whole, isPod, { status: { conditions: [{ type: 'Ready', status: 'False' }] } });
  for (const objects of [notReady, whole.filter((each) => !isPod(each))])
    assert.equal(
      says(objects).map(({ code, readyReplicas }) => [code, readyReplicas]),
      [['notReady', 0]],
    );
});

test('where pods cannot be listed the status alone decides', () => {
  const looked = look(
    whole.filter((each) => !isPod(each)),
    {},
    { Pod: 'notServed' },
  );
  assert.is(instanceIn(looked, 1).state, 'current');
});

test('a Deployment of no replicas is never ready', () => {
  const none = changed(whole, part(1, 'deployment'), ({ spec }) => ({
    spec: { ...spec, replicas: 0 },
    status: { observedGeneration: 1 },
  }));
  assert.equal(
    says(none).map(({ code }) => code),
    ['notReady'],
  );
});

test('a pod whose Deployment is gone and that the Service still finds is an old one', () => {
  assert.equal(says([...whole, oldPod('java-1'), oldPod('java-1', 'second')]), [
    { code: 'oldPodLeft', pods: 2 },
  ]);
  assert.equal(says([...whole, oldPod('java-2')]), []);
});

test('a pod of its own that is ending beside the new one is an old one', () => {
  const [pod] = whole.filter(isPod);
  assert.ok(pod);
  const { metadata } = pod;
  const old = { ...pod, metadata: { ...metadata, uid: 'old', deletionTimestamp: stamp(worldStart) } };
  assert.equal(says([...whole, old]), [{ code: 'oldPodLeft', pods: 1 }]);
});

test('the trouble of an old pod that is ending is none of the new one', () => {
  const [pod] = whole.filter(isPod);
  assert.ok(pod);
  const old = {
    ...pod,
    metadata: { ...pod.metadata, uid: 'old', deletionTimestamp: stamp(worldStart) },
    status: { containerStatuses: [{ name: 'java', state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
  };
  assert.equal(
    says([old, ...whole]).map(({ code }) => code),
    ['oldPodLeft'],
  );
});

test('the pod of a session that a former AppDefinition left stands behind the same Service (F10)', () => {
  const looked = look(pool([free(1)], { former: [claimed(1)] }));
  const mine = looked.assessment.pools[0]?.instances.find(({ appUid }) => appUid === theUid);
  assert.ok(mine);
  assert.equal(codes(mine), ['oldPodLeft']);
});

test('a sidecar whose pod is not Ready keeps its instance from it', () => {
  const objects = changed(pool([free(1)], { sidecars: 'after' }), part(1, 'sidecarDeployment'), {
    status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 0 },
  });
  const one = instanceIn(look(objects), 1);
  assert.equal([one.state, one.ready, codes(one)], ['notReady', false, ['notReady']]);
});

test('whoever asks for no readiness gets a current instance that says it is not ready', () => {
  const one = instanceIn(look(pool([free(1, { pod: 'starting' })]), { requireReady: false }), 1);
  assert.equal([one.state, one.ready, codes(one)], ['current', false, []]);
});

test('behind a gate an instance that is renewed and not ready stays closed and unopened', () => {
  const objects = pool([free(1, { held: 'internal', pod: 'starting' })], { lease: 'ours' });
  const one = instanceIn(look(objects), 1);
  assert.equal([one.state, one.openable], ['notReady', false]);
  assert.is(instanceIn(look(objects, { requireReady: false }), 1).openable, true);
});

test('an instance without a Deployment is not ready, whatever its sidecars are', () => {
  const objects = without(pool([free(1)], { sidecars: 'after' }), 1, 'deployment');
  assert.is(instanceIn(look(objects), 1).ready, false);
  assert.is(instanceIn(look(pool([free(1)], { sidecars: 'after' })), 1).ready, true);
});

test('what is not free is never ready or to be opened', () => {
  const held = pool([claimed(1, { held: 'internal' })], { lease: 'ours' });
  assert.equal([instanceIn(look(held), 1).ready, instanceIn(look(held), 1).openable], [false, false]);
  const missing = instanceIn(look(pool([], { minInstances: 1 })), 1);
  assert.equal([missing.ready, missing.openable], [false, false]);
});

test('a container that runs and whose probe fails is named', () => {
  const rows = [
    { name: 'oauth2-proxy', ready: true, state: { running: {} } },
    { name: 'java', ready: false, state: { running: {} } },
  ];
  const status = (containerStatuses: unknown) => ({
    conditions: [{ type: 'Ready', status: 'False' }],
    containerStatuses,
  });
  const container = (containerStatuses: unknown) =>
    says(changed(pool([free(1, { pod: 'starting' })]), isPod, { status: status(containerStatuses) })).map(
      (reason) => [reason.code, reason.container],
    );
  assert.equal(container(rows), [['notReady', 'java']]);
  assert.equal(container([rows[0], { name: 'java', ready: false, state: { terminated: {} } }, null]), [
    ['notReady', undefined],
  ]);
});

test('one condition among others tells that a pod is Ready', () => {
  const conditions = (ready: string) => ({
    status: { conditions: [{ type: 'Initialized', status: 'True' }, { type: 'Ready', status: ready }, null] },
  });
  assert.equal(says(changed(whole, isPod, conditions('True'))), []);
  assert.equal(
    says(changed(whole, isPod, conditions('False'))).map(({ code }) => code),
    ['notReady'],
  );
});

test.run();
