import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../../plugin/theia/labels.ts';
import { createApp, named, until } from './objects.ts';
import { onStage, type Stage } from './stage.ts';

const image = { spec: { image: 'registry.example.test/ide:2' } };

/** Requests of the operator so far, reads and writes. */
function requests({ lab }: Stage): number {
  return (
    lab.audit.reads({ user: 'operator' }) + lab.audit.writes.filter(({ user }) => user === 'operator').length
  );
}

/** Generations that the parts of each instance carry. */
function generations({ lab }: Stage): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const kind of ['Service', 'ConfigMap', 'Deployment'])
    for (const { metadata } of lab.objects(kind, 'theia')) {
      const id = /^instance-(\d+)-/.exec(metadata.name)?.[1];
      if (id === undefined) continue;
      const own = found.get(id) ?? new Set();
      found.set(id, own.add(metadata.labels?.[labels.generation] ?? 'none'));
    }
  return found;
}

test('once killed it sends not one request more, in the middle of a pass', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 8 });
    const operator = await stage.operate();
    const from = stage.lab.audit.writes.length;
    stage.patch('AppDefinition', 'ide', image);
    const deletes = (): number =>
      stage.lab.audit.writes.slice(from).filter(({ verb, user }) => verb === 'delete' && user === 'operator')
        .length;
    await until(stage, () => deletes() > 10);
    operator.kill();
    await stage.lab.clock.sleep(500);
    assert.is(operator.isLeading(), false);
    const sent = requests(stage);
    await stage.lab.clock.sleep(20_000);
    assert.is(requests(stage), sent);
    assert.ok(deletes() < 40, 'the pass was cut');
  });
});

test('F12: a pass cut in the middle leaves generations mixed inside instances, and a start does not mend them', async () => {
  await onStage([], async (stage) => {
    createApp(stage, { minInstances: 8 });
    const operator = await stage.operate();
    stage.patch('AppDefinition', 'ide', image);
    const services = (): number =>
      stage.lab
        .objects('Service', 'theia')
        .filter(({ metadata }) => metadata.labels?.[labels.generation] === '2').length;
    await until(stage, () => services() === 16);
    operator.kill();
    await stage.operate();
    const mixed = [...generations(stage).values()].filter((own) => own.size > 1);
    assert.is(mixed.length, 8);
  });
});

test('as a process of its own it works until it is killed, and ends in order on SIGTERM', async () => {
  await onStage([], async (stage) => {
    createApp(stage);
    const { scale, epoch } = stage.lab.clock;
    const start = (): ReturnType<typeof spawn> =>
      spawn(
        process.execPath,
        [
          new URL('../../../plugin/lab/operator/serve.ts', import.meta.url).pathname,
          ...['--kubeconfig', stage.lab.kubeconfigFor('operator'), '--scale', String(scale)],
          ...['--epoch', `${epoch.wall}:${epoch.lab}`],
        ],
        { stdio: 'ignore' },
      );
    const holder = (): unknown => stage.get('Lease', 'theia-cloud-operator-leaders')?.spec?.holderIdentity;
    const first = start();
    try {
      await until(stage, () => named(stage, 'Deployment', 'instance-').length === 3, 200_000);
    } finally {
      first.kill('SIGKILL');
      await once(first, 'exit');
    }
    const before = holder();
    assert.ok(before);
    const second = start();
    try {
      await until(stage, () => holder() !== before, 200_000);
    } finally {
      second.kill('SIGTERM');
    }
    const [code] = await once(second, 'exit');
    assert.is(code, 0);
    assert.is(holder(), '');
  });
});

test.run();
