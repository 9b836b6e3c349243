import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../../plugin/theia/labels.ts';
import { createApp, mainName, named, until } from './objects.ts';
import { onStage, type Stage } from './stage.ts';

/** For what is measured: requests take the wall's time, so much of the lab's where it runs fast. */
const unhurried = { scale: 5 };

const generations = (stage: Stage, kind: string): string[] =>
  stage.lab
    .objects(kind, 'theia')
    .filter(({ metadata }) => metadata.name.startsWith('instance-'))
    .map(({ metadata }) => metadata.labels?.[labels.generation] ?? 'none')
    .sort();

test('a change during the first pass arrives as ADDED and is lost', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 6 });
    (await stage.operate()).kill();
    for (const { metadata } of stage.lab.objects('Deployment', 'theia').slice(0, 2))
      stage.remove('Deployment', metadata.name);
    stage.lines.length = 0;
    const second = stage.operate();
    await until(stage, () => stage.lines.some((line) => line.includes('Ensuring')));
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    const operator = await second;
    await operator.whenQuiet(3000);
    assert.not(stage.lines.some((line) => line.includes('Reconciling')));
    assert.equal(generations(stage, 'Service'), Array(12).fill('1'));
    assert.is(stage.lines.filter((line) => line.includes('Ensuring')).length, 2, 'two ADDED passes');
  });
});

test('every AppDefinition gets two ADDED passes at a start', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    createApp(stage, {}, 'other');
    await stage.operate();
    for (const name of ['ide', 'other'])
      assert.is(stage.lines.filter((line) => line.endsWith(`for ${name}`)).length, 2, name);
  });
});

test('8 stale instances are replaced in about 3 s, one object after the other', async () => {
  await onStage(
    [],
    async (stage) => {
      createApp(stage, { minInstances: 8 });
      const operator = await stage.operate();
      const from = stage.lab.audit.writes.length;
      const at = stage.lab.clock.now();
      stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
      await operator.whenQuiet();
      const own = stage.lab.audit.writes
        .slice(from)
        .filter(({ user, kind }) => user === 'operator' && kind !== 'Lease');
      const took = (own.at(-1)?.at ?? 0) - at;
      assert.is(own.length, 80);
      assert.ok(took > 2300 && took < 9000, `${took} ms`);
      assert.equal(generations(stage, 'Deployment'), Array(8).fill('2'));
    },
    unhurried,
  );
});

test('each kind is listed once, at its turn: of two holds set meanwhile only the one of a later kind counts', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const operator = await stage.operate({ pace: 300 });
    const [first, last] = [mainName(app, 1), mainName(app, 3)];
    const uid = (kind: string, name: string): string | undefined => stage.get(kind, name)?.metadata.uid;
    const before = {
      first: uid('Service', first),
      service: uid('Service', last),
      deployment: uid('Deployment', last),
    };
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    await until(stage, () => ![undefined, before.first].includes(uid('Service', first)));
    const lease = stage.create('Lease', {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'warmgate-ide' },
      spec: { holderIdentity: 'run-1' },
    });
    for (const kind of ['Service', 'Deployment']) {
      const owners = stage.get(kind, last)?.metadata.ownerReferences ?? [];
      const hold = {
        apiVersion: lease.apiVersion,
        kind: 'Lease',
        name: 'warmgate-ide',
        uid: lease.metadata.uid,
      };
      stage.patch(kind, last, { metadata: { ownerReferences: [...owners, hold] } });
    }
    await operator.whenQuiet();
    assert.is.not(
      uid('Service', last),
      before.service,
      'listed before the hold: deleted without a precondition',
    );
    assert.is(uid('Deployment', last), before.deployment, 'listed after it');
  });
});

test('what cannot be deleted is not made anew, and the pass goes on without trying again', async () => {
  await onStage([], async (stage) => {
    const app = createApp(stage);
    const operator = await stage.operate();
    const name = mainName(app, 2);
    const before = stage.get('Deployment', name)?.metadata.uid;
    stage.lab.faults.add({
      verb: 'delete',
      kind: 'Deployment',
      name,
      times: 1,
      fault: { type: 'status', code: 500 },
    });
    const from = stage.lab.audit.writes.length;
    stage.patch('AppDefinition', 'ide', { spec: { image: 'registry.example.test/ide:2' } });
    await operator.whenQuiet();
    assert.is(stage.get('Deployment', name)?.metadata.uid, before);
    assert.equal(generations(stage, 'Deployment'), ['1', '2', '2']);
    const tries = stage.lab.audit.writes
      .slice(from)
      .filter(
        (write) =>
          write.kind === 'Deployment' && write.user === 'operator' && [name, ''].includes(write.name),
      );
    assert.equal(
      tries.map(({ verb, code }) => `${verb} ${code}`),
      ['delete 500'],
    );
  });
});

test('passes of two AppDefinitions run one after another', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    createApp(stage, {}, 'other');
    const operator = await stage.operate();
    const from = stage.lab.audit.writes.length;
    for (const name of ['ide', 'other'])
      stage.patch('AppDefinition', name, { spec: { image: 'registry.example.test/ide:2' } });
    await operator.whenQuiet();
    const touched = stage.lab.audit.writes
      .slice(from)
      .filter(({ user, kind }) => user === 'operator' && kind !== 'Lease')
      .map(({ name }) => (name.includes('other') ? 'other' : 'ide'));
    assert.equal([...new Set(touched)], ['ide', 'other']);
    assert.is(touched.lastIndexOf('ide') + 1, touched.indexOf('other'));
  });
});

test('a PVC that is being deleted blocks the one thread of passes, up to 30 s', async () => {
  const sidecars = [
    { name: 'java-ls', image: 'registry.example.test/ls:1', port: 5000, mountWorkspace: true },
  ];
  await onStage([], async (stage) => {
    const app = createApp(stage, { minInstances: 1, sidecars });
    createApp(stage, { minInstances: 1 }, 'other');
    const operator = await stage.operate();
    await until(stage, () => named(stage, 'Pod', 'instance-').length === 3);
    const at = stage.lab.clock.now();
    stage.remove('PersistentVolumeClaim', `${mainName(app, 1)}-pvc`);
    stage.patch('AppDefinition', 'ide', { metadata: { annotations: { 'warmgate/nudge': 'x' } } });
    await stage.lab.clock.sleep(200);
    stage.patch('AppDefinition', 'other', { spec: { image: 'registry.example.test/ide:2' } });
    await operator.whenQuiet();
    const others = stage.lab.audit.writes.filter(
      ({ at: when, name, user }) => when > at && user === 'operator' && name.includes('other'),
    );
    const waited = (others[0]?.at ?? 0) - at;
    assert.ok(waited > 29_000 && waited < 50_000, `${waited} ms`);
    assert.ok(stage.lines.some((line) => line.includes('still being deleted')));
  });
});

test.run();
