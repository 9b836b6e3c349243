import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { hasProxy, isRolledOut, mainContainer, rolloutOf } from '../../plugin/theia/deployment.ts';

function deployment(status: unknown, spec: unknown = { replicas: 1 }, generation = 1): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', uid: 'u', generation },
    spec,
    status,
  };
}

const done = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1 };

test('a rollout is over when all replicas are updated and ready and none of an older template is left', () => {
  assert.ok(isRolledOut(deployment(done)));
  assert.ok(isRolledOut(deployment({ ...done, terminatingReplicas: 0, observedGeneration: 3 })));
});

for (const [what, status, spec, generation] of [
  ['its generation is not observed yet', { ...done, observedGeneration: 1 }, { replicas: 1 }, 2],
  ['an old replica is left', { ...done, replicas: 2 }, { replicas: 1 }, 1],
  ['one is terminating', { ...done, terminatingReplicas: 1 }, { replicas: 1 }, 1],
  ['one of three is ready', { ...done, replicas: 3, updatedReplicas: 3 }, { replicas: 3 }, 1],
  ['none is updated', { ...done, updatedReplicas: 0 }, { replicas: 1 }, 1],
  ['it has no status', undefined, { replicas: 1 }, 1],
  ['nothing is wanted', { observedGeneration: 1 }, { replicas: 0 }, 1],
] as const) {
  test(`it is not while ${what}`, () => assert.not.ok(isRolledOut(deployment(status, spec, generation))));
}

test('numbers that are none count as nothing, a missing replica count as one', () => {
  const odd = { observedGeneration: '1', replicas: null, updatedReplicas: {}, readyReplicas: 1.5 };
  assert.equal(rolloutOf(deployment(odd, {})), {
    generation: 1,
    observedGeneration: 0,
    replicas: 1,
    updatedReplicas: 0,
    readyReplicas: 0,
    existing: 0,
    terminating: 0,
  });
});

test('the main container is named like the app, else the first that is no proxy', () => {
  const of = (...names: string[]) =>
    mainContainer(
      deployment(
        {},
        { template: { spec: { containers: names.map((name) => ({ name, image: `${name}:1` })) } } },
      ),
      'java',
    )?.image;
  assert.equal(
    [of('oauth2-proxy', 'side', 'java'), of('oauth2-proxy', 'ide'), of('oauth2-proxy'), of()],
    ['java:1', 'ide:1', undefined, undefined],
  );
});

test('a proxy beside the IDE tells that Keycloak is on', () => {
  const of = (name: string) =>
    hasProxy(deployment({}, { template: { spec: { containers: [{ name }, null, { image: 'x' }] } } }));
  assert.equal([of('oauth2-proxy'), of('java')], [true, false]);
});

test.run();
