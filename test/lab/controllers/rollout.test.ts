import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nextScaling } from '../../../plugin/lab/controllers/rollout.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';

function deployment(
  replicas: number,
  maxUnavailable: number | string,
  maxSurge: number | string,
): KubeObject {
  const strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'ide', uid: 'd' },
    spec: { replicas, strategy },
  };
}

function set(name: string, replicas: number, availableReplicas: number): KubeObject {
  const metadata = { name, uid: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata,
    spec: { replicas },
    status: { availableReplicas },
  };
}

const next = (owner: KubeObject, current: KubeObject, ...old: KubeObject[]): object =>
  Object.fromEntries(nextScaling(owner, current, old, 0));

test('with one replica the new pod comes first, and the old one stays until it is available', () => {
  const one = deployment(1, '25%', '25%');
  assert.equal(next(one, set('new', 0, 0), set('old', 1, 1)), { new: 1 });
  assert.equal(next(one, set('new', 1, 0), set('old', 1, 1)), {});
  assert.equal(next(one, set('new', 1, 1), set('old', 1, 1)), { old: 0 });
});

test('never more pods than surge allows, never fewer available than the strategy says', () => {
  const four = deployment(4, 1, 1);
  assert.equal(next(four, set('new', 0, 0), set('old', 4, 4)), { new: 1, old: 3 });
  assert.equal(next(four, set('new', 1, 0), set('old', 3, 3)), { new: 2 });
  assert.equal(next(four, set('new', 2, 1), set('old', 3, 3)), { old: 2 });
});

test('a crashing new generation does not cost the old one its pods', () => {
  assert.equal(next(deployment(4, 1, 1), set('new', 2, 0), set('old', 3, 3)), {});
});

test('old pods that are not available go first', () => {
  const scaling = next(deployment(4, 1, 1), set('new', 1, 1), set('sick', 2, 0), set('old', 2, 2));
  assert.equal(scaling, { sick: 0 });
});

test('a ReplicaSet above its number is cut', () => {
  assert.equal(next(deployment(1, '25%', '25%'), set('new', 3, 3)), { new: 1 });
});

test.run();
