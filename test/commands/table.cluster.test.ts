// limit: 240 s
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newestTime } from '../../plugin/lab/cluster.ts';
import { type Lab, startLab } from '../../plugin/lab/lab.ts';
import { groundwork } from '../../plugin/lab/lab-with-operator.ts';
import { kinds } from '../../plugin/model/kinds.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Report } from '../../plugin/model/report.ts';
import { judged } from '../../plugin/model/rights.ts';
import { readObjects } from '../../plugin/observe/read-objects.ts';
import type { Ended } from '../harness/children.ts';
import { recordingText } from '../harness/recordings.ts';
import { program, refused } from './program.ts';

const account = 'system:serviceaccount:theia:warmgate';
const objects = readObjects(recordingText('02-incident'), '02-incident');
const somebody = { user: 'somebody', manager: 'kubectl' };
const commands = ['verify', 'check', 'guard', 'open'] as const;

const test = suite<{ lab: Lab; bare: Lab }>('commands against a cluster that is not as they need it');

test.before(async (context) => {
  context.lab = await startLab({ controllers: false, scale: 15, start: newestTime(objects) });
  context.lab.load(objects);
  for (const { kind, object } of groundwork)
    context.lab.api.create(somebody, kind, 'theia', object as KubeObject);
  context.bare = await startLab({ controllers: false, notInstalled: ['theia.cloud'] });
});
test.after(async ({ lab, bare }) => {
  await Promise.all([lab.stop(), bare.stop()]);
});
test.before.each(({ lab, bare }) => {
  for (const each of [lab, bare]) {
    each.audit.clear();
    each.access.reset(account);
  }
});

const run = (lab: Lab, ...argv: string[]): Promise<Ended> => program(argv, { env: lab.environment(account) });

for (const command of commands) {
  test(`${command}: a namespace that does not exist`, async ({ lab }) => {
    const ended = await run(lab, command, '-n', 'nowhere');
    if (command === 'guard') {
      assert.is(ended.exit, 0);
      assert.match(
        ended.err,
        /^warmgate: warning: namespace nowhere does not exist on .*; nothing guarded\n$/,
      );
    } else refused(ended, /namespace nowhere does not exist on http/);
    assert.equal(lab.audit.writes, []);
  });

  test(`${command}: an AppDefinition that does not exist`, async ({ lab }) => {
    refused(
      await run(lab, command, '--app', 'typo'),
      /AppDefinition typo does not exist in namespace theia; there are: java-25-latest/,
    );
    assert.equal(lab.audit.writes, []);
  });

  test(`${command}: Theia Cloud is not installed`, async ({ bare }) => {
    const ended = await run(bare, command);
    const says = /Theia Cloud is not installed here: http\S+ does not serve (appdefinitions|sessions)/;
    if (command === 'guard') {
      assert.equal([ended.exit, ended.out], [0, '']);
      assert.match(ended.err, /^warmgate: warning: [^\n]*; nothing guarded\n$/);
      assert.match(ended.err, says);
    } else refused(ended, says);
    assert.equal(bare.audit.writes, []);
  });
}

test('guard --strict takes what may be missing for an error', async ({ lab, bare }) => {
  refused(await run(bare, 'guard', '--strict'), /not installed here/);
  refused(await run(lab, 'guard', '--strict', '-n', 'nowhere'), /namespace nowhere does not exist/);
  lab.access.deny(account, { verb: 'patch', resource: 'services' });
  const ended = await run(lab, 'guard', '--strict');
  assert.is(ended.exit, 3);
  assert.match(ended.err, /may not patch services in namespace theia/);
  assert.equal(lab.audit.writes, []);
});

for (const kind of judged) {
  const { plural } = kinds[kind];
  test(`without the right to list ${plural} nothing is judged, and the account is named`, async ({ lab }) => {
    lab.access.deny(account, { verb: 'list', resource: plural });
    const { exit, err } = await run(lab, kind === 'AppDefinition' || kind === 'Lease' ? 'verify' : 'check');
    assert.is(exit, 3);
    assert.match(err, `warmgate: ${account} may not list ${plural} in namespace theia\n`);
    assert.equal(lab.audit.writes, []);
  });
}

test('over plain http to another host than loopback the token is kept back, and one line says so', async ({
  lab,
}) => {
  const env = lab.environment(account);
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-test-'));
  const file = join(folder, 'config');
  writeFileSync(file, readFileSync(env.KUBECONFIG ?? '', 'utf8').replace('127.0.0.1', '0.0.0.0'));
  const { exit, err } = await program(['check'], { env: { ...env, KUBECONFIG: file } });
  rmSync(folder, { recursive: true, force: true });
  assert.is(exit, 1, 'the lab asks nobody who they are');
  assert.is(err.match(/plain http: the credentials of context \S+ are not sent; use https/g)?.length, 1, err);
});

test('a namespace that may not be read is left to the lists', async ({ lab }) => {
  lab.access.deny(account, { resource: 'namespaces' });
  assert.is((await run(lab, 'check')).exit, 1);
});

test('an account that may nothing at all cannot verify', async ({ lab }) => {
  lab.access.restrict(account, []);
  const [verify, check, guard, open] = await Promise.all(commands.map((command) => run(lab, command)));
  for (const ended of [verify, check]) {
    assert.is(ended?.exit, 3);
    assert.match(ended?.err ?? '', new RegExp(`${account} may not list \\w+ in namespace theia`));
  }
  assert.is(guard?.exit, 0);
  assert.match(guard?.err ?? '', /warning: .* may not list .*; nothing guarded/);
  assert.is(open?.exit, 0);
});

for (const resource of ['appdefinitions', 'services'] as const) {
  test(`without the right to patch ${resource} verify looks, and says that it cannot renew`, async ({
    lab,
  }) => {
    lab.access.deny(account, { verb: 'patch', resource });
    const { exit, out, err } = await run(lab, 'verify', '--no-wait-operator', '--settle', '1s', '-o', 'json');
    assert.is(exit, 1);
    assert.match(err, new RegExp(`looking only: this account may not .*patch ${resource}`));
    const report: Report = JSON.parse(out);
    assert.ok(report.pools[0]?.reasons.some(({ code }) => code === 'mayNotRenew'));
    assert.is(report.pools[0]?.counts.stale, 8);
    assert.equal(
      lab.audit.writes.filter(({ kind, name }) => kind !== 'Event' && name !== 'warmgate-report'),
      [],
    );
  });
}

test('the JSON of every command follows the schema', async ({ lab }) => {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../schemas/report.schema.json'), 'utf8'),
  );
  const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  lab.access.deny(account, { verb: 'patch' });
  const quick = { verify: ['--no-wait-operator', '--settle', '1s'], check: [], guard: [], open: [] };
  const runs = await Promise.all(
    commands.map((command) => run(lab, command, ...quick[command], '-o', 'json')),
  );
  for (const [at, { out, err }] of runs.entries())
    assert.ok(isReport(JSON.parse(out)), `${commands[at]}: ${err}${JSON.stringify(isReport.errors)}`);
});

test('check reads and never writes', async ({ lab }) => {
  const { exit, out } = await run(lab, 'check');
  assert.is(exit, 1);
  assert.match(out, 'not converged: java-25-latest: 8 stale of 10 (exit 1)');
  assert.equal(lab.audit.writes, []);
});

test.run();
