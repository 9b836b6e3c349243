// limit: 120 s
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FaultRule } from '../../plugin/lab/api/faults.ts';
import { type Here, runHere } from './here.ts';
import { openPool, type Pool } from './pool.ts';

const account = 'warmgate';
let pool: Pool;
let running: Here | undefined;

async function follow(scale: number, size: number): Promise<Here> {
  pool = await openPool(scale, size);
  running = runHere(['guard', '--follow', '--output', 'json'], pool.stage.lab.environment(account));
  await until(30, () => looks() > 0);
  return running;
}

test.after.each(async () => {
  running?.stop();
  await running?.done;
  running = undefined;
  await pool.stage.end();
});

/** Seconds of the lab that it took. */
async function until(seconds: number, holds: () => boolean): Promise<number> {
  const { clock } = pool.stage.lab;
  const begun = clock.now();
  while (!holds()) {
    if (clock.now() > begun + seconds * 1000) throw new Error(`not within ${seconds} s: ${holds}`);
    await clock.sleep(100);
  }
  return (clock.now() - begun) / 1000;
}

function looks(): number {
  return pool.stage.lab.audit.reads({ user: account, kind: 'Session', verb: 'list' });
}

test('a claim is completed within seconds, and a stop is an ordinary end', async () => {
  const { done, stop } = await follow(10, 2);
  pool.claim(1, 'ws-one');
  await until(8, () => pool.isComplete(1, 'ws-one'));
  pool.claim(2, 'ws-two');
  await until(8, () => pool.isComplete(2, 'ws-two'));
  stop();
  assert.is((await done).exit, 0);
});

const troubles: [string, Omit<FaultRule, 'user'>][] = [
  ['500', { verb: 'list', times: 30, fault: { type: 'status', code: 500 } }],
  ['429', { verb: 'list', times: 12, fault: { type: 'status', code: 429, retryAfter: 2 } }],
  ['403', { verb: 'list', kind: 'Session', times: 2, fault: { type: 'status', code: 403 } }],
  ['a reset', { verb: ['list', 'watch'], times: 24, fault: { type: 'reset' } }],
  ['a conflict', { verb: 'patch', times: 3, fault: { type: 'conflict' } }],
  ['410 at the watch', { verb: 'watch', times: 4, fault: { type: 'gone' } }],
];

for (const [name, rule] of troubles) {
  test(`${name} is survived: the next list finds what came meanwhile`, async () => {
    const { said } = await follow(40, 2);
    pool.stage.lab.faults.add({ user: account, ...rule });
    pool.stage.lab.cut();
    pool.claim(1, 'ws-one');
    await until(120, () => pool.isComplete(1, 'ws-one'));
    pool.claim(2, 'ws-two');
    await until(60, () => pool.isComplete(2, 'ws-two'));
    assert.not.match(said(), /bug/);
  });
}

test('a request that is never answered is given up, and the work goes on', async () => {
  await follow(40, 1);
  pool.stage.lab.faults.add({ user: account, verb: 'list', times: 1, fault: { type: 'hang' } });
  pool.claim(1, 'ws-one');
  // Ten seconds of the wall.
  await until(900, () => pool.isComplete(1, 'ws-one'));
});

test('it stops at once while requests hang, at its first look too', async () => {
  for (const early of [false, true]) {
    pool = await openPool(40, 1);
    const { lab } = pool.stage;
    const hang = (): void => void lab.faults.add({ user: account, verb: 'list', fault: { type: 'hang' } });
    if (early) hang();
    const { done, stop } = runHere(['guard', '--follow'], lab.environment(account));
    if (!early) {
      await until(60, () => looks() > 1);
      hang();
      pool.claim(1, 'ws-one');
    }
    await lab.clock.sleep(20_000);
    const begun = performance.now();
    stop();
    assert.is((await done).exit, 0);
    assert.ok(performance.now() - begun < 4500, `${performance.now() - begun} ms`);
    if (!early) await pool.stage.end();
  }
});

test('idle it looks twice a minute, in a storm of changes every two seconds at most', async () => {
  await follow(60, 2);
  const { clock } = pool.stage.lab;
  pool.claim(1, 'ws-one');
  await until(20, () => pool.isComplete(1, 'ws-one'));
  await clock.sleep(10_000);
  const idle = looks();
  await clock.sleep(300_000);
  const idled = looks() - idle;
  assert.ok(idled >= 8 && idled <= 13, `${idled} looks in 300 s`);
  const calm = looks();
  const begun = clock.now();
  while (clock.now() < begun + 60_000) {
    pool.stage.patch('Session', 'ws-one', { metadata: { annotations: { seen: String(clock.now()) } } });
    await clock.sleep(200);
  }
  const stormed = looks() - calm;
  assert.ok(stormed >= 5 && stormed <= 32, `${stormed} looks in 60 s`);
});

test('its heap is the same after hundreds of sessions', async () => {
  const size = 5;
  pool = await openPool(100, size);
  const child = fork(join(import.meta.dirname, 'follow-child.ts'), {
    execArgv: ['--expose-gc'],
    env: pool.stage.lab.environment(account),
  });
  try {
    await until(3000, () => looks() > 1);
    let turn = 0;
    const turnOver = async (turns: number): Promise<number> => {
      for (const last = turn + turns; turn < last; turn += 1) {
        const names = Array.from({ length: size }, (_, at) => `ws-${turn}-${at + 1}`);
        names.forEach((name, at) => void pool.claim(at + 1, name));
        await until(900, () => names.every((name, at) => pool.isComplete(at + 1, name)));
        names.forEach((name, at) => void pool.release(at + 1, name));
      }
      return heapOf(child);
    };
    const early = await turnOver(40);
    const late = await turnOver(60);
    const grown = (late - early) / 1024 ** 2;
    assert.ok(grown < 1, `${grown.toFixed(2)} MiB more after ${size * 60} sessions, ${early} before`);
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.send('stop');
    assert.is(await ended, 0);
  }
});

function heapOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (bytes) => resolve(Number(bytes)));
    child.once('close', () => reject(new Error('it ended')));
    child.send('heap');
  });
}

test.run();
