import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan } from '../../plugin/forecast/plan.ts';

import { newestTime } from '../../plugin/lab/cluster.ts';
import { startLab } from '../../plugin/lab/lab.ts';

import { recorded } from '../theia/recordings.ts';
import { incident, next, run } from './plan-process.ts';

const test = suite<{ folder: string }>('plan, as a process');

test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-plan-'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

test('files alone: manifests on stdin against what kubectl printed', async ({ folder }) => {
  const { exit, out, err } = await run(folder, ['--manifests', '-', '-f', incident], { input: next });
  assert.is(exit, 0, err);
  assert.match(
    out,
    /java-25-latest changes: generation \d+ -> \d+, image .*pr?.* -> ghcr\.io\/example\/thm-java-25:2\.0\.0/,
  );
  assert.match(out, /renewed +3-10\n/);
  assert.match(out, /session ws-one \(java-25-latest 1\): its allow-list is replaced by an empty one/);
  assert.match(out, /with guard: nothing is lost/);
  assert.is(err, '');
});

test('against a cluster, which is only read', async ({ folder }) => {
  const objects = recorded('02-incident');
  const lab = await startLab({ scale: 10, start: newestTime(objects), controllers: false });
  try {
    lab.load(objects);
    const file = join(folder, 'next.yaml');
    writeFileSync(file, next);
    const args = ['--manifests', file, '-n', 'theia', '-o', 'json', '--report', join(folder, 'plan.txt')];
    const { exit, out, err } = await run(folder, args, { env: lab.environment('me') });
    assert.is(exit, 0, err);
    const plan: Plan = JSON.parse(out);
    assert.is(plan.source, 'live');
    assert.is(plan.server, lab.server);
    assert.equal(
      plan.sessions.map(({ name }) => name),
      ['ws-one', 'ws-two'],
    );
    assert.is(lab.audit.writes.filter(({ user }) => user === 'me').length, 0);
    assert.match(readFileSync(join(folder, 'plan.txt'), 'utf8'), /^warmgate .* plan, namespace theia/);
    const nowhere = await run(folder, ['--manifests', file, '-n', 'nowhere'], { env: lab.environment('me') });
    assert.is(nowhere.exit, 2);
    const unknown = await run(folder, ['--manifests', file, '-n', 'theia', '--app', 'other'], {
      env: lab.environment('me'),
    });
    assert.is(unknown.exit, 2);
    assert.match(unknown.err, /AppDefinition other does not exist/);
  } finally {
    await lab.stop();
  }
});

test('wrong usage is 2: no source, two sources, another form', async ({ folder }) => {
  const none = await run(folder, ['-f', incident]);
  assert.is(none.exit, 2);
  assert.match(none.err, /no manifests to plan;/);
  const two = await run(folder, ['--manifests', 'a', '--git', 'a..b']);
  assert.is(two.exit, 2);
  assert.match(two.err, /--manifests and --git exclude each other/);
  const form = await run(folder, ['--manifests', '-', '-f', incident, '-o', 'html'], { input: next });
  assert.is(form.exit, 2);
  const live = await run(folder, []);
  assert.match(live.err, /no manifests to plan;/);
});

test.run();
