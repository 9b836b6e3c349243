import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApp, named, until } from './objects.ts';
import { onStage, type Stage } from './stage.ts';

const lease = (stage: Stage): Record<string, unknown> =>
  stage.get('Lease', 'theia-cloud-operator-leaders')?.spec ?? {};

test('it leads about 4 s after its start and works 1 s later, under a random name', async () => {
  await onStage(
    [],
    async (stage) => {
      createApp(stage);
      const started = stage.lab.clock.now();
      await stage.operate();
      const acquired = Date.parse(String(lease(stage).acquireTime)) - started;
      assert.ok(acquired >= 4000 && acquired < 6000, `leader after ${acquired} ms`);
      const [first] = stage.lab.audit.writes.filter(({ kind }) => kind === 'Service');
      const worked = (first?.at ?? 0) - started - acquired;
      assert.ok(worked >= 1000 && worked < 3000, `working ${worked} ms later`);
      assert.match(String(lease(stage).holderIdentity), /^[0-9a-f-]{36}$/);
      assert.is(lease(stage).leaseDurationSeconds, 6);
    },
    { scale: 5 },
  );
});

test('it renews the Lease, and gives it back when it is stopped', async () => {
  await onStage([], async (stage) => {
    const operator = await stage.operate();
    const before = String(lease(stage).renewTime);
    await until(stage, () => lease(stage).renewTime !== before);
    assert.is(lease(stage).leaseTransitions, 0);
    await operator.stop();
    assert.is(lease(stage).holderIdentity, '');
  });
});

test("a killed leader's Lease has to run out before the next one leads", async () => {
  await onStage([], async (stage) => {
    const operator = await stage.operate();
    operator.kill();
    const renewed = Date.parse(String(lease(stage).renewTime));
    await stage.operate({ timing: { toLeader: 0 } });
    const waited = Date.parse(String(lease(stage).acquireTime)) - renewed;
    assert.ok(waited >= 6000 && waited < 15_000, `${waited} ms`);
    assert.is(lease(stage).leaseTransitions, 1);
  });
});

test('of three replicas one works, and another takes over when it is killed', async () => {
  await onStage([], async (stage) => {
    const operator = await stage.operate({ replicas: 3 });
    const leaders = operator.pods.filter((each) => each.isLeader());
    assert.is(leaders.length, 1);
    leaders[0]?.kill();
    await until(stage, () => operator.pods.some((each) => each !== leaders[0] && each.isLeader()));
    createApp(stage);
    await until(stage, () => named(stage, 'Deployment', 'instance-').length === 3);
  });
});

test('a leader that cannot renew ends, and starts again as somebody else', async () => {
  await onStage([], async (stage) => {
    await stage.operate();
    const holder = lease(stage).holderIdentity;
    const heal = stage.lab.faults.add({ kind: 'Lease', verb: 'patch', fault: { type: 'status', code: 500 } });
    await until(stage, () => stage.lines.some((line) => line.includes('Removed as leader!')));
    heal();
    await until(stage, () => lease(stage).holderIdentity !== holder);
  });
});

test.run();
