import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allowListKey, annotations, labels } from '../../../plugin/theia/labels.ts';
import { createApp, createSession, mainName, named, ownersOf, until, untilStatus } from './objects.ts';
import { onStage } from './stage.ts';

const workspace = [
  { name: 'java-ls', image: 'registry.example.test/ls:1', port: 5000, mountWorkspace: true },
];

test('an ordinary release keeps the objects and leaves component and part-of behind', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const operator = await stage.operate();
    const main = mainName(app, 1);
    await until(stage, () => named(stage, 'Pod', 'instance-').length === 3);
    const before = stage.get('Service', main)?.metadata.uid;
    const [pod] = named(stage, 'Pod', main);
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    stage.remove('Session', 'ws-one');
    await operator.whenQuiet();
    const service = stage.get('Service', main);
    assert.is(service?.metadata.uid, before);
    assert.equal(ownersOf(service), ['AppDefinition/ide']);
    assert.is(service?.metadata.labels?.['app.kubernetes.io/component'], 'session');
    for (const gone of [labels.user, labels.session, labels.sessionUid])
      assert.is(service?.metadata.labels?.[gone], undefined);
    const [emails] = named(stage, 'ConfigMap', 'instance-1-email');
    assert.is(stage.get('ConfigMap', emails ?? '')?.data?.[allowListKey], '');
    await until(stage, () => named(stage, 'Pod', main).some((name) => name !== pod));
    const [fresh] = named(stage, 'Pod', main).filter((name) => name !== pod);
    assert.is(stage.get('Pod', fresh ?? '')?.metadata.annotations?.[annotations.refresh], undefined);
  });
});

test('a released instance of an older generation is made anew whole', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const operator = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    await operator.whenQuiet();
    assert.is(stage.get('Deployment', mainName(app, 1))?.metadata.labels?.[labels.generation], '1');
    stage.remove('Session', 'ws-one');
    await operator.whenQuiet();
    for (const kind of ['Deployment', 'Service'])
      assert.is(stage.get(kind, mainName(app, 1))?.metadata.labels?.[labels.generation], '2', kind);
  });
});

test('the release of an instance with a workspace wipes its PVC', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage, { minInstances: 1, sidecars: workspace });
    const operator = await stage.operate();
    const pvc = `${mainName(app, 1)}-pvc`;
    const before = stage.get('PersistentVolumeClaim', pvc)?.metadata.uid;
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    stage.remove('Session', 'ws-one');
    await operator.whenQuiet(1500, 60_000);
    const after = stage.get('PersistentVolumeClaim', pvc)?.metadata.uid;
    assert.ok(after !== undefined && after !== before);
    assert.is(named(stage, 'Deployment', 'instance-1').length, 2);
  });
});

test('F11: a session that ended while the operator was down is never released', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const first = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    await first.stop();
    stage.remove('Session', 'ws-one');
    await stage.lab.clock.sleep(2000);
    await stage.operate();
    const service = stage.get('Service', mainName(app, 1));
    assert.equal(ownersOf(service), ['AppDefinition/ide'], 'free again, by the garbage collector');
    assert.is(service?.metadata.labels?.[labels.session], 'ws-one', 'with the labels of the claim');
    const [emails] = named(stage, 'ConfigMap', 'instance-1-email');
    assert.is(stage.get('ConfigMap', emails ?? '')?.data?.[allowListKey], 'ws-one@example.test');
  });
});

test('a session above minInstances takes its instance with it', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage, { minInstances: 2 });
    const operator = await stage.operate();
    createSession(stage, 'ws-one');
    await untilStatus(stage, 'ws-one', 'HANDLED');
    createSession(stage, 'ws-two');
    await untilStatus(stage, 'ws-two', 'HANDLED');
    stage.patch('AppDefinition', 'ide', { spec: { minInstances: 1 } });
    await operator.whenQuiet();
    stage.remove('Session', 'ws-two');
    await stage.lab.clock.sleep(2000);
    await operator.whenQuiet();
    assert.equal(named(stage, 'Service', mainName(app, 2)), []);
    assert.equal(named(stage, 'Deployment', mainName(app, 2)), []);
  });
});

test.run();
