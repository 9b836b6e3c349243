import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../../plugin/theia/labels.ts';
import { createApp, createSession, mainName, named, ownersOf, untilStatus } from './objects.ts';
import { onStage, type Stage } from './stage.ts';

const generations = (stage: Stage, kind: string): string[] =>
  stage.lab
    .objects(kind, 'theia')
    .filter(({ metadata }) => metadata.name.startsWith('instance-'))
    .map(({ metadata }) => metadata.labels?.[labels.generation] ?? 'none')
    .sort();

test('F8: without oauth2-proxy-config a new pool is half made, Services only', async () => {
  await onStage(
    [],
    async (stage) => {
      createApp(stage);
      await stage.operate();
      assert.is(named(stage, 'Service', 'instance-').length, 6);
      assert.equal(named(stage, 'ConfigMap', 'instance-'), []);
      assert.equal(named(stage, 'Deployment', 'instance-'), []);
    },
    { without: 'proxySource' },
  );
});

test('F9: without its HTTPRoute an AppDefinition is not handled, and with it becomes its owner', async () => {
  await onStage(
    [],
    async (stage) => {
      createApp(stage);
      await stage.operate();
      assert.equal(named(stage, 'Service', 'instance-'), []);
      assert.ok(stage.lines.some((line) => line.includes('Abort handling')));
    },
    { without: 'route' },
  );
  await onStage([], async (stage) => {
    createApp(stage);
    await stage.operate();
    assert.equal(ownersOf(stage.get('HTTPRoute', 'theia-cloud-demo-ws-route')), ['AppDefinition/ide']);
  });
});

test('F10: a deleted AppDefinition leaves what sessions own, without ConfigMaps', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const operator = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    stage.remove('AppDefinition', 'ide');
    await operator.whenQuiet();
    const main = mainName(app, 1);
    assert.equal(named(stage, 'Service', 'instance-'), [main, `${main}-int`]);
    assert.equal(named(stage, 'Deployment', 'instance-'), [main]);
    assert.equal(named(stage, 'ConfigMap', 'instance-'), []);
    assert.equal(ownersOf(stage.get('Service', main)), ['Session/ws-one']);
  });
});

test('eager start off: no pool; Keycloak off: no ConfigMap and no proxy', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    await stage.operate({ eagerStart: false });
    assert.equal(named(stage, 'Service', 'instance-'), []);
  });
  await onStage([], async (stage) => {
    const app = createApp(stage);
    await stage.operate({ keycloak: false });
    assert.equal(named(stage, 'ConfigMap', 'instance-'), []);
    assert.is(stage.get('Deployment', mainName(app, 1))?.spec.template.spec.containers.length, 1);
  });
});

test('upstream: no generation, and nothing happens at a change', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    const operator = await stage.operate({ kind: 'upstream' });
    assert.equal(generations(stage, 'Deployment'), Array(3).fill('none'));
    const from = stage.lab.audit.writes.length;
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    await operator.whenQuiet(3000);
    const own = stage.lab.audit.writes
      .slice(from)
      .filter(({ user, kind }) => user === 'operator' && kind !== 'Lease');
    assert.equal(own, []);
  });
});

test('reconcile on ADDED: a start renews a stale pool and writes live allow-lists back', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    const first = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    await first.stop();
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    await stage.operate({ kind: 'reconcile-on-added' });
    assert.equal(generations(stage, 'Deployment'), ['1', '2', '2']);
    const [emails] = named(stage, 'ConfigMap', 'instance-1-email');
    const list = stage.get('ConfigMap', emails ?? '')?.data?.['authenticated-emails-list'];
    assert.is(list, 'ws-one@example.test');
  });
});

test.run();
