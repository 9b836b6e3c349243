import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { operatorDeployment } from '../../plugin/theia/operator.ts';
import { rejects } from '../harness/rejects.ts';
import { instanceSpec, type Scenery, scenery, target, worldWith } from '../harness/world-acting.ts';
import { namespace, sessionOf, worldStart } from '../harness/world-objects.ts';

const annotation = 'kubectl.kubernetes.io/restartedAt';

function restartStep({ store }: Scenery) {
  const on = target(store.get('Deployment', operatorDeployment));
  return { step: 'restartOperator', app: 'java', namespace, on } as const;
}

test('a restart is one annotation on the pod template', async () => {
  const scene = scenery(worldWith([instanceSpec(1)]));
  const [acted] = await scene.act(restartStep(scene));
  assert.is(acted?.result, 'done');
  const found = scene.store.get('Deployment', operatorDeployment);
  assert.is(found?.spec.template.metadata.annotations[annotation], '2026-11-30T10:00:00.000Z');
  assert.is(found?.metadata.generation, 2);
});

test('a claim that began since the look keeps the operator running', async () => {
  const scene = scenery(worldWith([instanceSpec(1)]));
  scene.store.put(sessionOf('quick', 'other-app', { phase: 'inFlight', made: worldStart }));
  const [acted] = await scene.act(restartStep(scene));
  assert.is(acted?.why, 'claimInFlight');
  assert.is(scene.cluster.writes.length, 0);
});

/** The API answers every patch so. */
function refusing(answer: { kind: 'forbidden' | 'busy'; status: number; reason: string }): Scenery {
  return scenery(worldWith([instanceSpec(1)]), (verb) => {
    if (verb === 'patch') throw new ApiError({ ...answer, verb, resource: 'deployments', namespace });
  });
}

test('a missing permission is said, not thrown: the operator may be somebody else s', async () => {
  const scene = refusing({ kind: 'forbidden', status: 403, reason: 'Forbidden' });
  const [acted] = await scene.act(restartStep(scene));
  assert.is(acted?.result, 'refused');
  assert.is(acted?.why, 'forbidden');
});

test('any other trouble with the API ends the run: nobody knows whether the operator restarts', async () => {
  const scene = refusing({ kind: 'busy', status: 500, reason: 'InternalError' });
  const error = await rejects(() => scene.act(restartStep(scene)));
  assert.is((error as ApiError).kind, 'busy');
});

test.run();
