import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { waitingReasons } from '../../plugin/assess/pods.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { pods, waiting } from './fixtures.ts';
import { changed, free, instanceIn, look, looks, part, pool } from './given.ts';

const starting = pool([free(1, { pod: 'starting' })]);

/** What the instance says of itself at the last of several looks, each a number of ms after the first. */
function over(
  moments: readonly number[],
  at: (ms: number) => KubeObject[],
): Record<string, string | number>[] {
  const one = instanceIn(looks(moments.map((ms) => [ms, at(ms)] as const)), 1);
  return one.reasons.map(({ code, args }) => ({ code, ...args }));
}

for (const [why, waitClass] of Object.entries(waitingReasons)) {
  if (why === 'Unschedulable' || why === 'FailedCreate') continue;
  test(`a container that waits for ${why} is borne ${waitClass === 'immediate' ? 'not at all' : 'at first'}`, () => {
    const code = waitClass === 'immediate' ? 'podDoomed' : 'podWaiting';
    assert.equal(
      over([0], () => waiting(why)),
      [{ code, container: 'java', why }],
    );
  });
  test(`after a minute and many looks ${why} is ${waitClass === 'sustained' ? 'final' : 'as before'}`, () => {
    const [last] = over([0, 20_000, 40_000, 60_000], () => waiting(why));
    const code = { patient: 'podWaiting', sustained: 'podFailing', immediate: 'podDoomed' }[waitClass];
    assert.is(last?.code, code);
  });
}

test('a sustained trouble is final after three looks and thirty seconds, not before', () => {
  const crash = () => waiting('CrashLoopBackOff');
  assert.is(over([0, 29_000, 29_999], crash)[0]?.code, 'podWaiting');
  assert.is(over([0, 31_000], crash)[0]?.code, 'podWaiting');
  assert.equal(over([0, 15_000, 30_000], crash), [
    { code: 'podFailing', container: 'java', why: 'CrashLoopBackOff', looks: 3, seconds: 30 },
  ]);
});

test('pulling and waiting for the next pull are one trouble', () => {
  const swing = (ms: number) => waiting(ms % 20_000 === 0 ? 'ErrImagePull' : 'ImagePullBackOff');
  assert.is(over([0, 10_000, 20_000, 30_000], swing)[0]?.code, 'podFailing');
});

test('a crash loop that runs for a moment between two back-offs goes on counting', () => {
  const loop = (ms: number) => (ms === 20_000 ? starting : waiting('CrashLoopBackOff'));
  assert.is(over([0, 10_000, 20_000, 30_000], loop)[0]?.code, 'podFailing');
  assert.is(over([0, 10_000, 20_000], loop)[0]?.code, 'notReady');
});

test('a pod that was Ready in between starts anew', () => {
  const ready = pool([free(1)]);
  const healed = (ms: number) => (ms === 20_000 ? ready : waiting('CrashLoopBackOff'));
  assert.is(over([0, 10_000, 20_000, 30_000], healed)[0]?.code, 'podWaiting');
});

test('another Deployment under the same name starts anew', () => {
  const remade = (ms: number) => {
    if (ms < 30_000) return waiting('CrashLoopBackOff');
    const objects = changed(waiting('CrashLoopBackOff'), part(1, 'deployment'), { metadata: { uid: 'new' } });
    return changed(
      objects,
      ({ kind, metadata }) => kind === 'ReplicaSet' && metadata.name.startsWith('instance-1'),
      ({ metadata }) => ({
        metadata: {
          ownerReferences: metadata.ownerReferences?.map((each) => ({ ...each, uid: 'new' })) ?? [],
        },
      }),
    );
  };
  assert.is(over([0, 10_000, 20_000, 30_000], remade)[0]?.code, 'podWaiting');
});

test('the worst wait of several containers is told', () => {
  const two = pods(starting, {
    initContainerStatuses: [{ name: 'init', state: { waiting: { reason: 'PodInitializing' } } }],
    containerStatuses: [
      { name: 'oauth2-proxy', state: { waiting: { reason: 'CrashLoopBackOff' } } },
      { name: 'java', state: { waiting: { reason: 'InvalidImageName' } } },
    ],
  });
  assert.equal(
    over([0], () => two),
    [{ code: 'podDoomed', container: 'java', why: 'InvalidImageName' }],
  );
});

for (const [message, code] of [
  ['configmap "oauth2-templates" not found', 'podDoomed'],
  ['secret "pull" not found', 'podDoomed'],
  [`couldn't find key x in ConfigMap theia/y`, 'podDoomed'],
  ['failed to sync secret cache: timed out waiting for the condition', 'podWaiting'],
  ['', 'podWaiting'],
] as const) {
  test(`CreateContainerConfigError with "${message}" is ${code === 'podDoomed' ? 'final' : 'borne'}`, () => {
    assert.is(over([0], () => waiting('CreateContainerConfigError', message))[0]?.code, code);
  });
}

test('a pod for which there is no node says so', () => {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' };
  const objects = pods(starting, { conditions: [condition] });
  assert.equal(
    over([0], () => objects),
    [{ code: 'podWaiting', container: '', why: 'Unschedulable' }],
  );
});

test('a Deployment whose pods a quota refuses says so', () => {
  const refused = changed(starting, part(1, 'deployment'), ({ status }) => ({
    status: { ...status, conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' }] },
  })).filter(({ kind }) => kind !== 'Pod');
  assert.equal(
    over([0], () => refused),
    [{ code: 'podWaiting', container: '', why: 'FailedCreate' }],
  );
});

test('an unknown reason is borne and comes out as a plain word', () => {
  const [told] = over([0], () => waiting('Odd <b>Reason</b>\u001b[31m'));
  assert.equal(told, { code: 'podWaiting', container: 'java', why: 'OddbReasonb31m' });
});

test('a pod that is Ready is not in trouble, whatever an old condition says', () => {
  const ready = pool([free(1)]);
  const objects = changed(ready, part(1, 'deployment'), ({ status }) => ({
    status: { ...status, conditions: [{ type: 'ReplicaFailure', status: 'True' }] },
  }));
  assert.equal(instanceIn(look(objects), 1).reasons, []);
});

test('one instance that can never start hides nothing of the others', () => {
  const objects = pods(pool([free(1, { pod: 'bad' }), free(2, { made: 'stale' }), free(3)]), {}, 1);
  const { instances } = look(objects).assessment.pools[0] ?? {};
  assert.equal(
    instances?.map(({ state }) => state),
    ['notReady', 'stale', 'current'],
  );
});

test('a condition that does not hold, or of another type, is no refusal', () => {
  for (const condition of [
    { type: 'ReplicaFailure', status: 'False' },
    { type: 'Progressing', status: 'True' },
    { type: 'PodScheduled', status: 'True', reason: 'Unschedulable' },
  ]) {
    const objects = changed(starting, part(1, 'deployment'), ({ status }) => ({
      status: { ...status, conditions: [condition] },
    }));
    const both = pods(objects, { conditions: [condition, { type: 'Ready', status: 'False' }] });
    assert.is(over([0], () => both)[0]?.code, 'notReady');
  }
});

test('one condition among others is enough', () => {
  const row = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' };
  const objects = pods(starting, { conditions: [{ type: 'Initialized', status: 'True' }, row, null] });
  assert.is(over([0], () => objects)[0]?.why, 'Unschedulable');
});

test('a waiting container without a reason says nothing', () => {
  const objects = pods(starting, {
    containerStatuses: [
      { name: 'java', state: { waiting: {} } },
      { name: 'java', state: { running: {} } },
    ],
  });
  assert.is(over([0], () => objects)[0]?.code, 'notReady');
});

test.run();
