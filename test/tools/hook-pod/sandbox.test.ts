import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type RunningSandbox, startSandbox } from './sandbox.ts';

/** Mounting takes root; elsewhere nothing of this can be run. */
const asRoot = process.getuid?.() === 0 ? test : test.skip;

interface Inside {
  sandbox: RunningSandbox;
  log(): string;
  message(): string;
}

async function inside(script: string, work: (inside: Inside) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'warmgate-sandbox-'));
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, 'root'));
  const [log, message] = [join(dir, 'log'), join(dir, 'message')];
  writeFileSync(message, '');
  chmodSync(message, 0o666);
  const sandbox = await startSandbox({
    root: join(dir, 'root'),
    mounts: [
      { source: process.execPath, target: '/usr/local/bin/node' },
      { source: message, target: '/dev/termination-log', writable: true },
    ],
    uid: 65532,
    gid: 65532,
    readOnlyRoot: true,
    argv: ['node', '-e', script],
    env: { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    log,
  });
  try {
    await work({
      sandbox,
      log: () => readFileSync(log, 'utf8'),
      message: () => readFileSync(message, 'utf8'),
    });
  } finally {
    sandbox.signal('SIGKILL');
    await sandbox.ended;
    rmSync(dir, { recursive: true });
  }
}

asRoot('a container is process 1, nobody, and sees nothing of the machine but libraries and its mounts', () =>
  inside(
    `const fs = require('node:fs');
     console.log(JSON.stringify([process.pid, process.getuid(), fs.readdirSync('/usr/local/bin'),
       fs.existsSync('/etc/passwd'), fs.existsSync('/root')]));`,
    async ({ sandbox, log }) => {
      assert.is(await sandbox.ended, 0);
      assert.equal(JSON.parse(log()), [1, 65532, ['node'], false, false]);
    },
  ),
);

asRoot('it can write its termination message and nothing else', () =>
  inside(
    `const fs = require('node:fs');
     for (const path of ['/x', '/usr/local/bin/x', '/dev/x']) {
       try { fs.writeFileSync(path, 'x'); console.log('wrote ' + path); } catch (error) { console.log(error.code); }
     }
     fs.writeFileSync('/dev/termination-log', 'verdict');
     process.exitCode = 3;`,
    async ({ sandbox, log, message }) => {
      assert.is(await sandbox.ended, 3);
      assert.equal(log().trim().split('\n'), ['EROFS', 'EROFS', 'EROFS']);
      assert.is(message(), 'verdict');
    },
  ),
);

asRoot('SIGTERM reaches it, and its own exit code comes back', () =>
  inside(
    `process.on('SIGTERM', () => process.exit(4)); console.log('there'); setInterval(() => {}, 1000);`,
    async ({ sandbox, log }) => {
      while (!log().includes('there')) await sleep(20);
      sandbox.signal('SIGTERM');
      assert.is(await sandbox.ended, 4);
    },
  ),
);

asRoot('as process 1 it is deaf to a signal that it does not handle, as in a pod, but not to SIGKILL', () =>
  inside(`console.log('there'); setInterval(() => {}, 1000);`, async ({ sandbox, log }) => {
    while (!log().includes('there')) await sleep(20);
    sandbox.signal('SIGTERM');
    assert.is(await Promise.race([sandbox.ended, sleep(500, 'runs on')]), 'runs on');
    sandbox.signal('SIGKILL');
    assert.is(await sandbox.ended, 137);
  }),
);

test.run();
