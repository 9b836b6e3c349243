// limit: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Report } from '../../plugin/model/report.ts';
import { reportIn, runHere } from './here.ts';
import { openPool, type Pool } from './pool.ts';

const account = 'warmgate';
const test = suite<{ pool: Pool }>('open');

test.before(async (context) => {
  context.pool = await openPool(12, 2);
});
test.after(({ pool }) => pool.stage.end());
test.before.each(async ({ pool }) => {
  const { exit, err } = await runHere(['guard', '--gate'], pool.stage.lab.environment(account)).done;
  assert.equal([exit, holds(pool).length], [0, 2], err);
});

async function open({ stage }: Pool, ...args: string[]): Promise<{ exit: number; err: string; out: string }> {
  return runHere(['open', '--output', 'json', ...args], stage.lab.environment(account)).done;
}

function codes(report: Report): string[] {
  return report.pools.flatMap(({ reasons }) => reasons.map(({ code }) => code));
}

function holds({ stage }: Pool): string[] {
  return stage
    .objects('Service', 'Deployment', 'ConfigMap')
    .filter(({ metadata }) => metadata.ownerReferences?.some(({ kind }) => kind === 'Lease'))
    .map(({ metadata }) => metadata.name);
}

function internal({ stage }: Pool, id: number): KubeObject {
  const found = stage
    .objects('Service')
    .find(({ metadata }) => metadata.name.startsWith(`instance-${id}-`) && metadata.name.endsWith('-int'));
  if (found === undefined) throw new Error(`no internal Service ${id}`);
  return found;
}

const generation = ({ metadata }: KubeObject): string | undefined =>
  metadata.labels?.['theia-cloud.io/appdefinition-generation'];

test('a session that won the race for a closed instance gets it whole: its claim is completed before the gate goes', async ({
  pool,
}) => {
  pool.claim(1, 'ws-one');
  const { exit } = await open(pool);
  assert.is(exit, 0);
  assert.equal(holds(pool), []);
  assert.ok(internal(pool, 1).metadata.ownerReferences?.some(({ name }) => name === 'ws-one'));
  assert.is(pool.stage.get('Lease', 'warmgate-java'), undefined);
  pool.release(1, 'ws-one');
});

test('nothing of a gate is cleared while a claim on it is under way', async ({ pool }) => {
  const { lab } = pool.stage;
  pool.claim(1, 'ws-two');
  const handling = { status: { operatorStatus: 'HANDLING' } };
  const target = { kind: 'Session', namespace: 'theia', name: 'ws-two' };
  lab.api.patch({ user: 'operator', manager: 'operator' }, target, 'merge', handling, {
    subresource: 'status',
  });
  const { exit } = await open(pool);
  assert.is(exit, 0);
  assert.ok(pool.stage.get('Lease', 'warmgate-java'));
  const mine = lab.audit.writes.filter(
    ({ user, name }) => user === account && name.startsWith('instance-1-'),
  );
  assert.ok(
    mine.every(
      ({ at }) =>
        at < Date.parse(pool.stage.get('Session', 'ws-two')?.metadata.creationTimestamp ?? '') + 1000,
    ),
  );
  pool.release(1, 'ws-two');
});

test('no right to look, no right to write, no server: said, and exit 0', async ({ pool }) => {
  const { lab } = pool.stage;
  lab.access.deny(account, { verb: 'patch', resource: 'services' });
  const noWrite = await open(pool);
  assert.is(noWrite.exit, 0);
  assert.match(noWrite.err, /may not patch services/);
  lab.access.deny(account, { verb: 'list', resource: 'services' });
  const noLook = await open(pool);
  assert.is(noLook.exit, 0);
  assert.match(noLook.err, /^warmgate: .*may not list services/);
  assert.is(holds(pool).length, 2);
  lab.faults.add({ user: account, fault: { type: 'status', code: 500 } });
  const down = await open(pool, '--timeout', '1m');
  assert.is(down.exit, 0);
  assert.match(down.err, /^warmgate: [^\n]+\n$/m);
  lab.access.reset(account);
  lab.faults.clear();
});

test('what is stale stays closed, and is given back with --force as it is', async ({ pool }) => {
  pool.stage.patch('AppDefinition', 'java', { spec: { image: 'registry.example.test/java:2.0.0' } });
  const kept = await open(pool);
  assert.is(kept.exit, 0);
  assert.equal(codes(reportIn(kept.out)), ['gateKept']);
  assert.is(holds(pool).length, 2);
  const forced = await open(pool, '--force');
  assert.is(forced.exit, 0);
  assert.equal(codes(reportIn(forced.out)), ['gateForced']);
  assert.equal(holds(pool), []);
  assert.is(pool.stage.get('Lease', 'warmgate-java'), undefined);
  assert.equal(
    [1, 2].map((id) => generation(internal(pool, id))),
    ['1', '1'],
  );
});

test.run();
