import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cacheFolder } from './build.ts';
import { clearLeftovers, noteRun } from './leftovers.ts';

const cacheBefore = process.env.XDG_CACHE_HOME;
let root = '';
let dir = '';
let children: ChildProcess[] = [];

test.before.each(async () => {
  root = await mkdtemp(join(tmpdir(), 'leftovers-test-'));
  process.env.XDG_CACHE_HOME = join(root, 'cache');
  dir = join(root, 'warmgate-run');
  await mkdir(dir);
});

test.after.each(async () => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheBefore;
  await rm(root, { recursive: true });
});

test('servers of a killed run are ended and its folder removed; other programs that name the folder live on', async () => {
  const server = await pretend(join(cacheFolder(), 'etcd-1', 'etcd'));
  const viewer = await pretend('/usr/bin/tail');
  await noteRunOf({ pid: 2 ** 30, started: '1' });
  const said: string[] = [];
  const ended = once(server, 'exit');
  await clearLeftovers((line) => said.push(line));
  await ended;
  assert.is(viewer.exitCode ?? viewer.signalCode, null);
  assert.equal(await readdir(root), ['cache']);
  assert.is(said.length, 1);
});

test('a run whose owner still works is left alone', async () => {
  const server = await pretend(join(cacheFolder(), 'etcd-1', 'etcd'));
  await noteRun(dir);
  await clearLeftovers(() => assert.unreachable('nothing to clear'));
  assert.is(server.exitCode ?? server.signalCode, null);
  assert.equal((await readdir(root)).sort(), ['cache', 'warmgate-run']);
});

/** A process that calls itself `program` and has the run's folder in an argument. */
async function pretend(program: string): Promise<ChildProcess> {
  const code = 'setTimeout(() => {}, 20000); console.log("up")';
  const child = spawn(process.execPath, ['-e', code, `${dir}/etcd`], {
    argv0: program,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  if (child.stdout !== null) await once(child.stdout, 'data');
  return child;
}

async function noteRunOf(owner: { pid: number; started: string }): Promise<void> {
  await mkdir(join(cacheFolder(), 'running'), { recursive: true });
  await writeFile(join(cacheFolder(), 'running', 'warmgate-run.json'), JSON.stringify({ owner, dir }));
}

test.run();
