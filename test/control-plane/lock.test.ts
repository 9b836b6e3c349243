import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withLock } from './lock.ts';

test('two that want the lock work one after the other, and leave no file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lock-test-'));
  const path = join(dir, 'a.lock');
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await sleep(50);
    order.push(`${name} ends`);
  };
  await Promise.all([withLock(path, () => {}, work('first')), withLock(path, () => {}, work('second'))]);
  assert.is(order[1], order[0]?.replace('begins', 'ends'));
  assert.is(order.length, 4);
  assert.equal(await readdir(dir), []);
  await rm(dir, { recursive: true });
});

test('a lock whose holder is gone, or whose number now belongs to another process, is taken over', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lock-test-'));
  const path = join(dir, 'a.lock');
  const onWait = () => assert.unreachable('waited for a holder that is gone');
  for (const holder of [
    { pid: 2 ** 30, started: '1' },
    { pid: process.pid, started: '1' },
  ]) {
    await writeFile(path, JSON.stringify(holder));
    assert.is(await withLock(path, onWait, async () => 'done'), 'done');
  }
  await rm(dir, { recursive: true });
});

test('waiting for a holder ends at the limit, and the holder keeps the lock', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lock-test-'));
  const path = join(dir, 'a.lock');
  const waited: number[] = [];
  await withLock(
    path,
    () => {},
    async () => {
      const second = withLock(
        path,
        (pid) => waited.push(pid),
        async () => 'both',
        20,
      );
      assert.match(await second.catch(String), /still held after 0.02 s/);
      assert.equal(await readdir(dir), ['a.lock']);
    },
  );
  assert.equal(waited, [process.pid]);
  await rm(dir, { recursive: true });
});

test('work that fails gives the lock back', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lock-test-'));
  const path = join(dir, 'a.lock');
  const failed = await withLock(
    path,
    () => {},
    () => Promise.reject(new Error('no')),
  ).catch(() => 'failed');
  assert.is(failed, 'failed');
  assert.equal(await readdir(dir), []);
  await rm(dir, { recursive: true });
});

test.run();
