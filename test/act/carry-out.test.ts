import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { secondLookMs } from '../../plugin/decide/policy.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import { rejects } from '../harness/rejects.ts';
import {
  aim,
  change,
  claimed,
  instanceSpec,
  partIn,
  type Scenery,
  scenery,
  target,
  worldWith,
} from '../harness/world-acting.ts';
import { namespace, reference, worldStart } from '../harness/world-objects.ts';

/** Two pools of two, both to be closed and nudged. */
function twoPools() {
  const instances = [instanceSpec(1), instanceSpec(2)];
  const apps = ['java', 'python'].flatMap((name) => worldWith(instances, { name }).apps);
  return scenery({ ...worldWith([]), apps });
}

function closing({ store }: Scenery, app: string): WriteStep[] {
  const clearance = { firstLook: worldStart - secondLookMs, secondLook: worldStart, uids: [] };
  const on = target(store.get('AppDefinition', app));
  return [
    { step: 'nudge', app, on, generation: 2, count: 1, clearance },
    { step: 'hold', app, id: 1, on: aim(store, 1, 'internalService', app) },
    { step: 'hold', app, id: 2, on: aim(store, 2, 'internalService', app) },
    { step: 'lease', app },
  ];
}

const sent = ({ cluster }: Scenery): string[] =>
  cluster.writes.map(({ kind, name }) => `${kind} ${name.slice(0, 15)}`);

test('steps go out wave by wave, whatever their order: Lease, holds, nudge', async () => {
  const scene = twoPools();
  await scene.act(...closing(scene, 'java'));
  assert.equal(sent(scene), [
    'Lease warmgate-java',
    'Service instance-1-java',
    'Service instance-2-java',
    'AppDefinition java',
  ]);
});

test('a hold that is refused stops the nudge of its pool, and of no other', async () => {
  const scene = twoPools();
  const steps = [...closing(scene, 'java'), ...closing(scene, 'python')];
  const { object } = partIn(scene.store, 2, 'internalService');
  const ownerReferences = [
    ...(object.metadata.ownerReferences ?? []),
    reference('Session', 'quick', 'quick'),
  ];
  change(scene.store, object, { ownerReferences });
  const acted = await scene.act(...steps);
  const nudged = acted.filter(({ step, result }) => step.step === 'nudge' && result === 'done');
  assert.equal(
    nudged.map(({ step }) => step.app),
    ['python'],
  );
  assert.equal(
    acted.filter(({ result }) => result !== 'done').map(({ step, why }) => `${step.app} ${step.step} ${why}`),
    ['java hold claimed'],
  );
});

test('nothing is sent once the run is stopped, and what was sent is told', async () => {
  const scene: Scenery = twoPools();
  const steps = closing(scene, 'java');
  const { cluster } = scene;
  const create = cluster.create.bind(cluster);
  cluster.create = async (...args) => {
    const made = await create(...args);
    scene.stop.abort('SIGTERM');
    return made;
  };
  const acted = await scene.act(...steps);
  assert.equal(
    acted.map(({ step, result }) => `${step.step} ${result}`),
    ['lease done'],
  );
  assert.is(cluster.writes.length, 1);
});

test('a run that is stopped before it acts sends nothing at all', async () => {
  const scene = twoPools();
  scene.stop.abort('SIGTERM');
  assert.equal(await scene.act(...closing(scene, 'java')), []);
  assert.is(scene.cluster.traffic().requests, 0);
});

test('what the API will not have at all ends the run, after the other writes of that wave were told', async () => {
  const failure = { kind: 'forbidden', status: 403, reason: 'Forbidden', verb: 'patch', namespace } as const;
  const scene = scenery(worldWith([instanceSpec(1), instanceSpec(2)], { lease: 'ours' }), (verb, _, name) => {
    if (verb === 'patch' && name.startsWith('instance-1'))
      throw new ApiError({ ...failure, resource: 'services' });
  });
  const steps = closing(scene, 'java').filter(({ step }) => step === 'hold' || step === 'nudge');
  const error = await rejects(() => scene.act(...steps));
  assert.is((error as ApiError).kind, 'forbidden');
  assert.equal(sent(scene), ['Service instance-2-java'], 'and no nudge');
});

test('an object that the API calls invalid fails that step alone', async () => {
  const failure = { kind: 'invalid', status: 422, reason: 'Invalid', verb: 'patch', namespace } as const;
  const scene = scenery(worldWith([instanceSpec(1)], { lease: 'ours' }), (verb) => {
    if (verb === 'patch') throw new ApiError({ ...failure, resource: 'services' });
  });
  const [acted] = await scene.act({
    step: 'hold',
    app: 'java',
    id: 1,
    on: aim(scene.store, 1, 'internalService'),
  });
  assert.is(acted?.result, 'failed');
  assert.is(acted?.why, 'Invalid');
});

test('a list is mended before anything else, and a refused one keeps its own pool waiting alone', async () => {
  const scene = scenery(
    worldWith([instanceSpec(1), instanceSpec(2, { claim: { ...claimed, list: 'empty' } })]),
  );
  const session = target(scene.store.list('Session')[0]);
  const on = aim(scene.store, 2, 'emailConfigMap');
  const acted = await scene.act(...closing(scene, 'java').slice(3), {
    step: 'mend',
    app: 'java',
    id: 2,
    session,
    on,
  });
  assert.equal(
    acted.map(({ step }) => step.step),
    ['mend', 'lease'],
  );
});

function removing({ store }: Scenery, kinds: readonly PartKind[]): WriteStep[] {
  return kinds.map((kind) => ({ step: 'removeInstance', app: 'java', id: 1, on: aim(store, 1, kind) }));
}

test('an instance is removed Services first: a claim that came between stops the rest of it', async () => {
  const scene = scenery(worldWith([instanceSpec(1)]));
  const kinds = [
    'deployment',
    'emailConfigMap',
    'proxyConfigMap',
    'externalService',
    'internalService',
  ] as const;
  const steps = removing(scene, kinds);
  const { object } = partIn(scene.store, 1, 'externalService');
  const ownerReferences = [
    ...(object.metadata.ownerReferences ?? []),
    reference('Session', 'quick', 'quick'),
  ];
  change(scene.store, object, { ownerReferences });
  await scene.act(...steps);
  assert.ok(partIn(scene.store, 1, 'deployment'));
  assert.ok(partIn(scene.store, 1, 'emailConfigMap'));
});

test('an instance goes as a claim takes it: external Service, internal Service, then the rest', async () => {
  const scene = scenery(worldWith([instanceSpec(1)]));
  const kinds = ['deployment', 'emailConfigMap', 'internalService', 'externalService'] as const;
  const acted = await scene.act(...removing(scene, kinds));
  const order = acted.map(({ step }) => ('on' in step && 'part' in step.on ? step.on.part : ''));
  assert.equal(order.slice(0, 2), ['externalService', 'internalService']);
  assert.equal(order.slice(2).sort(), ['deployment', 'emailConfigMap']);
});

test.run();
