import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, labels } from '../../../plugin/theia/labels.ts';
import {
  createApp,
  createSession,
  mainName,
  named,
  ownersOf,
  statusOf,
  until,
  untilStatus,
} from './objects.ts';
import { onStage } from './stage.ts';

const sidecars = [{ name: 'a-ls', image: 'registry.example.test/ls:1', port: 5000 }];

test('a claim takes its steps in order, in about 0.6 s, half of it half claimed', async () => {
  await onStage(
    [],
    async (stage) => {
      const app = createApp(stage);
      await stage.operate();
      await until(stage, () => named(stage, 'Pod', 'instance-').length === 3);
      const from = stage.lab.audit.writes.length;
      const session = createSession(stage, 'ws-one');
      await untilStatus(stage, 'ws-one', 'HANDLED');
      const own = stage.lab.audit.writes
        .slice(from)
        .filter(({ user, kind }) => user === 'operator' && kind !== 'Lease');
      const main = mainName(app, 1);
      const pod = named(stage, 'Pod', main)[0];
      assert.equal(
        own.map(({ kind, name, subresource }) => [kind, name, subresource].filter(Boolean).join(' ')),
        [
          'Session ws-one status',
          `Service ${main}`,
          `Service ${main}-int`,
          'Session ws-one',
          `Service ${main}`,
          `Service ${main}-int`,
          `Deployment ${main}`,
          `ConfigMap instance-1-email-ide-${app.metadata.uid.slice(-12)}`,
          `Pod ${pod}`,
          `HTTPRoute ${session.metadata.uid}-route`,
          'Session ws-one status',
        ],
      );
      const took = (own.at(-1)?.at ?? 0) - (own[0]?.at ?? 0);
      assert.ok(took > 550 && took < 2500, `${took} ms`);
      const half = (own[6]?.at ?? 0) - (own[1]?.at ?? 0);
      assert.ok(half > 280 && half < 1500, `half claimed for ${half} ms`);
      const taken = stage.get('Session', 'ws-one');
      assert.is(taken?.metadata.annotations?.[annotations.startStrategy], 'eager');
      assert.is(taken?.metadata.annotations?.[annotations.instanceId], '1');
      assert.ok(stage.get('Pod', pod ?? '')?.metadata.annotations?.[annotations.refresh]);
      const route = stage.get('HTTPRoute', `${session.metadata.uid}-route`);
      assert.is(route?.spec.rules[1].backendRefs[0].name, main);
      assert.equal(ownersOf(route), ['Session/ws-one']);
    },
    { scale: 5 },
  );
});

test('a write of somebody between read and patch fails the claim for good', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    await stage.operate();
    const main = mainName(app, 1);
    const late = { type: 'delay', ms: 1000 } as const;
    stage.lab.faults.add({ verb: 'patch', kind: 'Service', name: `${main}-int`, times: 1, fault: late });
    createSession(stage, 'ws-one');
    await until(stage, () => ownersOf(stage.get('Service', main)).includes('Session/ws-one'));
    await stage.lab.clock.sleep(500);
    stage.patch('Service', `${main}-int`, { metadata: { annotations: { x: 'y' } } });
    await untilStatus(stage, 'ws-one', 'ERROR');
    assert.is(statusOf(stage, 'ws-one').operatorMessage, 'Failed to reserve prewarmed instance.');
    assert.equal(ownersOf(stage.get('Service', main)), ['AppDefinition/ide'], 'rolled back');
    createSession(stage, 'ws-two');
    await untilStatus(stage, 'ws-two', 'HANDLED');
    assert.is(statusOf(stage, 'ws-one').operatorStatus, 'ERROR');
  });
});

test('half of a step lies between its read and its patch: a write that falls there fails the claim', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage, { minInstances: 1 });
    await stage.operate({ pace: 4000 });
    const main = mainName(app, 1);
    createSession(stage, 'ws-one');
    await until(stage, () => ownersOf(stage.get('Service', main)).includes('Session/ws-one'));
    // The second half of this step, then the first of the next: its read is past, its patch to come.
    await stage.lab.clock.sleep(3000);
    stage.patch('Service', `${main}-int`, { metadata: { annotations: { x: 'y' } } });
    await untilStatus(stage, 'ws-one', 'ERROR');
    assert.is(statusOf(stage, 'ws-one').operatorMessage, 'Failed to reserve prewarmed instance.');
  });
});

test('F7: without its Deployment the lowest free instance fails every new session and stays the lowest', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    await stage.operate();
    stage.remove('Deployment', mainName(app, 1));
    for (const name of ['ws-one', 'ws-two']) {
      createSession(stage, name);
      await untilStatus(stage, name, 'ERROR');
      assert.is(statusOf(stage, name).operatorMessage, 'Failed to complete session setup.');
      assert.is(stage.get('Session', name)?.metadata.annotations?.[annotations.instanceId], '1');
    }
    assert.equal(ownersOf(stage.get('Service', mainName(app, 1))), ['AppDefinition/ide']);
  });
});

test('F5: with a sidecar that sorts first the session is routed to the sidecar, and the external Service stays free', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage, { minInstances: 1, sidecars });
    await stage.operate();
    const session = createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    const suffix = app.metadata.uid.slice(-12);
    const backend = stage.get('HTTPRoute', `${session.metadata.uid}-route`)?.spec.rules[1].backendRefs[0];
    assert.equal([backend.name, backend.port], [`instance-1-a-ls-ide-${suffix}`, 3000]);
    assert.equal(ownersOf(stage.get('Service', mainName(app, 1))), ['AppDefinition/ide']);
    assert.is(
      stage.get('Service', `instance-1-a-ls-ide-${suffix}`)?.metadata.labels?.[labels.session],
      'ws-one',
    );
  });
});

test('with no instance left a session starts lazily, on objects of its own', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 1, sidecars });
    await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    createSession(stage, 'ws-two');
    const strategy = (): string | undefined =>
      stage.get('Session', 'ws-two')?.metadata.annotations?.[annotations.startStrategy];
    await until(stage, () => strategy() === 'lazy-fallback');
    assert.is(statusOf(stage, 'ws-two').operatorStatus, 'HANDLED');
    const all = ['Service', 'ConfigMap', 'Deployment'].flatMap((kind) => named(stage, kind, 'session-'));
    assert.is(all.length, 7);
    const service = named(stage, 'Service', 'session-')[0] ?? '';
    assert.equal(ownersOf(stage.get('Service', service)), ['Session/ws-two']);
    stage.remove('Session', 'ws-two');
    await until(stage, () => named(stage, 'Service', 'session-').length === 0);
  });
});

test('a session that would be above maxInstances, or above the limit of its user, is refused', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 0, maxInstances: 1 });
    await stage.operate({ sessionsPerUser: 1 });
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    createSession(stage, 'ws-two');
    await untilStatus(stage, 'ws-two', 'ERROR');
    assert.is(statusOf(stage, 'ws-two').operatorMessage, 'Max instances reached.');
    stage.patch('AppDefinition', 'ide', { spec: { maxInstances: 10 } });
    const { spec } = stage.get('Session', 'ws-one') ?? {};
    stage.create('Session', {
      apiVersion: 'theia.cloud/v1beta8',
      kind: 'Session',
      metadata: { name: 'ws-three' },
      spec: { ...spec, name: 'ws-three' },
    });
    await untilStatus(stage, 'ws-three', 'ERROR');
    assert.is(statusOf(stage, 'ws-three').operatorMessage, 'Max sessions reached.');
  });
});

test('upstream picks Services independently, and fails a session when none is left', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 1 });
    await stage.operate({ kind: 'upstream' });
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    createSession(stage, 'ws-two');
    await untilStatus(stage, 'ws-two', 'ERROR');
    assert.equal(named(stage, 'Service', 'session-'), []);
  });
});

test('a session that was HANDLING when the operator died is INTERRUPTED by the next', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    const operator = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLING');
    operator.kill();
    await stage.lab.clock.sleep(2000);
    assert.is(statusOf(stage, 'ws-one').operatorStatus, 'HANDLING');
    await stage.operate();
    assert.is(statusOf(stage, 'ws-one').operatorStatus, 'INTERRUPTED');
  });
});

test('sessions that came while the operator was down are handled once, after its first passes', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    createSession(stage, 'ws-one');
    await stage.operate();
    assert.is(statusOf(stage, 'ws-one').operatorStatus, 'HANDLED');
    const claimed = stage.lab
      .objects('Service', 'theia')
      .filter((object) => ownersOf(object).includes('Session/ws-one'));
    assert.is(claimed.length, 2);
  });
});

test.run();
