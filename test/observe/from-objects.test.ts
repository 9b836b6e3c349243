import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fromObjects, isOperator } from '../../plugin/observe/from-objects.ts';
import { object } from '../harness/objects.ts';

test('a kind of which there is no object is not in the file', () => {
  const { sight, source, namespace } = fromObjects([object('Pod', 'a')], 'theia');
  assert.equal([sight.Pod, sight.Service, source, namespace], ['seen', 'notInFile', 'file', 'theia']);
});

test('now is the newest time in it, wherever it stands', () => {
  const objects = [
    object('Pod', 'a', { status: { conditions: [{ lastTransitionTime: '2026-11-30T10:00:05Z' }] } }),
    object('Lease', 'b', { spec: { renewTime: '2026-11-30T10:00:07.5Z', note: 'not 2027-01-01T00:00:00Z' } }),
  ];
  assert.is(fromObjects(objects, 'theia').now, Date.UTC(2026, 10, 30, 10, 0, 7, 500));
  assert.is(fromObjects([], 'theia').now, 0);
});

test('objects of another API group under the same kind are none of ours', () => {
  const knative = object('Service', 'k', { apiVersion: 'serving.knative.dev/v1' });
  const core = object('Service', 's', { apiVersion: 'v1' });
  const foreign = object('Session', 'x', { apiVersion: 'example.test/v1' });
  const older = object('Session', 'y', { apiVersion: 'theia.cloud/v1beta6' });
  const { objects } = fromObjects([knative, core, foreign, older], 'theia');
  assert.equal([objects.Service, objects.Session], [[core], [older]]);
});

test('of an object that is there twice the last one counts', () => {
  const newer = object('Pod', 'a', { status: { phase: 'Running' } });
  assert.equal(fromObjects([object('Pod', 'a'), object('Pod', 'b'), newer], 'theia').objects.Pod, [
    newer,
    object('Pod', 'b'),
  ]);
});

test('the operator is found with its ReplicaSets, pods and Lease', () => {
  const owned = (kind: string, name: string, by: string, owner: string) =>
    object(kind, name, {
      metadata: {
        ownerReferences: [{ apiVersion: 'v1', kind: by, name: owner, uid: `${by}/${owner}` }],
      },
    });
  const { operator } = fromObjects(
    [
      object('Deployment', 'operator-deployment'),
      owned('ReplicaSet', 'rs', 'Deployment', 'operator-deployment'),
      owned('Pod', 'pod', 'ReplicaSet', 'rs'),
      owned('Pod', 'other', 'ReplicaSet', 'else'),
      object('Lease', 'theia-cloud-operator-leaders'),
    ],
    'theia',
  );
  assert.equal(
    [
      operator.sight,
      operator.replicaSets.length,
      operator.pods.map(({ metadata }) => metadata.name),
      operator.lease?.metadata.name,
    ],
    ['seen', 1, ['pod'], 'theia-cloud-operator-leaders'],
  );
  assert.is(fromObjects([], 'theia').operator.sight, 'notInFile');
});

test('the operator is told by its label or its name, or by a selector of one’s own', () => {
  const labelled = (labels: Record<string, string>) => object('Deployment', 'x', { metadata: { labels } });
  assert.equal(
    [
      isOperator(labelled({ app: 'operator' })),
      isOperator(labelled({ app: 'x' })),
      isOperator(object('Deployment', 'operator-deployment')),
    ],
    [true, false, true],
  );
  const both = labelled({ app: 'theia', tier: 'back' });
  assert.equal(
    ['app=theia', 'app==theia,tier=back', 'tier', 'app=theia,tier=front', 'other'].map((selector) =>
      isOperator(both, selector),
    ),
    [true, true, true, false, false],
  );
});

test.run();
