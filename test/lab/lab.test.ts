import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { startLab } from '../../plugin/lab/lab.ts';
import { rejects } from '../harness/rejects.ts';
import { configMap, deployment, paths, request } from './request.ts';
import { until } from './until.ts';

test('a lab that is stopped leaves no file, socket or timer', async () => {
  const lab = await startLab({ scale: 20 });
  await request(lab, 'POST', paths.deployments, deployment('ide', 'ide:1'));
  const watch = await fetch(`${lab.server}${paths.pods}?watch=true`);
  const ended = watch.text().then(
    () => 'ended',
    () => 'cut',
  );
  assert.ok(existsSync(lab.kubeconfig));
  await lab.stop();
  await ended;
  assert.not.ok(existsSync(dirname(lab.kubeconfig)));
  await rejects(() => request(lab, 'GET', paths.pods), /fetch failed/);
  const { length } = lab.audit.writes;
  await lab.clock.sleep(3000);
  assert.is(lab.audit.writes.length, length);
});

test('the folder of a process that was killed is cleared by the next lab, that of a living one stays', async () => {
  const program = `
    import { startLab } from './plugin/lab/lab.ts';
    console.log((await startLab({ controllers: false })).kubeconfig);
    process.kill(process.pid, 'SIGKILL');
  `;
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  const left = dirname(child.stdout.trim());
  assert.is(child.signal, 'SIGKILL');
  assert.ok(existsSync(left));
  const first = await startLab({ controllers: false });
  const second = await startLab({ controllers: false });
  const kept = [existsSync(dirname(first.kubeconfig)), existsSync(left)];
  await first.stop();
  await second.stop();
  assert.equal(kept, [true, false]);
});

test('each user has a kubeconfig of its own, readable by nobody else', async () => {
  const lab = await startLab({ controllers: false, namespaces: ['first', 'second'] });
  const path = lab.kubeconfigFor('system:serviceaccount:first:warmgate');
  const config = parse(readFileSync(path, 'utf8'));
  const mode = statSync(path).mode & 0o777;
  const again = lab.kubeconfigFor('system:serviceaccount:first:warmgate');
  const admin = parse(readFileSync(lab.kubeconfig, 'utf8'));
  await lab.stop();
  assert.is(config.clusters[0].cluster.server, lab.server);
  assert.is(config.contexts[0].context.namespace, 'first');
  assert.is(mode, 0o600);
  assert.is(again, path);
  assert.is.not(admin.users[0].user.token, config.users[0].user.token);
});

test('the environment for a client names kubeconfig and scale', async () => {
  const lab = await startLab({ controllers: false, scale: 20 });
  const environment = lab.environment();
  await lab.stop();
  assert.equal(environment, { KUBECONFIG: lab.kubeconfig, WARMGATE_LAB_SCALE: '20' });
});

test('the same seed makes the same UIDs and names', async () => {
  const make = async (seed: number): Promise<string> => {
    const lab = await startLab({ controllers: false, seed });
    const { body } = await request(lab, 'POST', paths.configmaps, configMap('one'));
    await lab.stop();
    return body.metadata.uid;
  };
  assert.is(await make(7), await make(7));
  assert.is.not(await make(7), await make(8));
});

test('a pool of 600 objects is listed in a few milliseconds a kind', async () => {
  const lab = await startLab({ scale: 50, readyAfter: 100 });
  for (let i = 0; i < 100; i += 1) {
    await request(lab, 'POST', paths.deployments, deployment(`ide-${i}`, 'ide:1'));
    for (const part of ['a', 'b', 'c'])
      await request(lab, 'POST', paths.configmaps, configMap(`${part}-${i}`));
  }
  const ready = (): boolean =>
    lab.objects('Deployment').every((object) => object.status?.readyReplicas === 1);
  await until('all are ready', ready, 20_000);
  const start = performance.now();
  for (let i = 0; i < 50; i += 1) await request(lab, 'GET', paths.configmaps);
  const each = (performance.now() - start) / 50;
  await lab.stop();
  assert.ok(each < 25, `${each.toFixed(1)} ms`);
});

test.run();
