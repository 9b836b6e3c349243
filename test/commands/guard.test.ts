// limit: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { Report } from '../../plugin/model/report.ts';
import { reportIn, runHere } from './here.ts';
import { openPool, type Pool } from './pool.ts';

const account = 'warmgate';
const test = suite<{ pool: Pool }>('guard');

test.before(async (context) => {
  context.pool = await openPool(12, 2);
});
test.after(({ pool }) => pool.stage.end());
test.after.each(({ pool }) => {
  const { stage } = pool;
  stage.lab.faults.clear();
  for (const { metadata } of stage
    .objects('Lease')
    .filter(({ metadata }) => metadata.name.startsWith('warmgate-')))
    stage.lab.api.remove(
      { user: 'somebody', manager: 'kubectl' },
      { kind: 'Lease', namespace: 'theia', name: metadata.name },
    );
});

async function guard(
  { stage }: Pool,
  args: readonly string[],
  input = '',
): Promise<{ exit: number; err: string; report: Report }> {
  const argv = ['guard', '--output', 'json', ...args];
  const { exit, out, err } = await runHere(argv, stage.lab.environment(account), input).done;
  return { exit, err, report: out === '' ? ({} as Report) : reportIn(out) };
}

function closed(report: Report): string[] {
  return report.pools.filter(({ gate }) => gate === 'closed').map(({ app }) => app);
}

function live({ stage }: Pool, change: object = {}): object {
  const { apiVersion, kind, metadata, spec } = stage.get('AppDefinition', 'java') as KubeObject;
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: { ...spec, ...change } };
}

const image = 'registry.example.test/java:2.0.0';

test('a changed spec closes the gate, as one document of many, in a List, as JSON', async ({ pool }) => {
  const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } };
  const changed = live(pool, { image });
  const texts = [
    [other, changed].map((each) => stringify(each)).join('---\n'),
    stringify({ apiVersion: 'v1', kind: 'List', items: [other, changed] }),
    JSON.stringify(changed),
  ];
  for (const text of texts) {
    const { exit, report } = await guard(pool, ['--manifests', '-'], text);
    assert.is(exit, 0);
    assert.equal(closed(report), ['java']);
  }
});

test('what changes no spec closes no gate', async ({ pool }) => {
  const { spec, ...rest } = live(pool) as { spec: Record<string, unknown>; metadata: object };
  const { minInstances: _, ...less } = spec;
  const texts = {
    'the same spec': live(pool),
    'metadata alone': { ...rest, spec, metadata: { name: 'java', annotations: { 'helm.sh/revision': '7' } } },
    'a field that it does not name': { ...rest, spec: less },
    'an AppDefinition that is not there yet': { ...live(pool, { image }), metadata: { name: 'new' } },
    'one of another namespace': {
      ...live(pool, { image }),
      metadata: { name: 'java', namespace: 'elsewhere' },
    },
  };
  for (const [what, object] of Object.entries(texts)) {
    const { exit, report } = await guard(pool, ['--manifests', '-'], stringify(object));
    assert.equal([exit, closed(report)], [0, []], what);
  }
});

test('another minInstances is a change, and so is another sidecar', async ({ pool }) => {
  const sidecars = [{ name: 'tools', image: 'registry.example.test/tools:2', port: 5000 }];
  for (const change of [{ minInstances: 1 }, { sidecars }]) {
    const { report } = await guard(pool, ['--manifests', '-'], stringify(live(pool, change)));
    assert.equal(closed(report), ['java'], JSON.stringify(change));
  }
});

test('manifests that cannot be read are wrong usage, and nothing is written', async ({ pool }) => {
  const { lab } = pool.stage;
  lab.audit.clear();
  for (const [args, input] of [
    [['--manifests', '/nowhere/manifests.yaml'], ''],
    [['--manifests', '-'], 'kind: [AppDefinition'],
  ] as const) {
    const { exit, err } = await guard(pool, args, input);
    assert.is(exit, 2, err);
    assert.match(err, /^warmgate: [^\n]+\n$/);
  }
  assert.equal(
    lab.audit.writes.filter(({ user }) => user === account),
    [],
  );
});

test('a claim that never ends: all else is guarded, and at half of its time it says which session it waited for', async ({
  pool,
}) => {
  const { stage } = pool;
  pool.claim(1, 'ws-one');
  pool.claim(2, 'ws-two');
  const handling = { status: { operatorStatus: 'HANDLING' } };
  const target = { kind: 'Session', namespace: 'theia', name: 'ws-two' };
  stage.lab.api.patch({ user: 'operator', manager: 'operator' }, target, 'merge', handling, {
    subresource: 'status',
  });
  const { exit, report } = await guard(pool, ['--gate', '--timeout', '1m']);
  assert.is(exit, 0);
  assert.match(report.verdict, /no gate closed; 1 session was still claiming/);
  const [reason] = report.reasons;
  assert.equal([reason?.code, reason?.args.sessions], ['claimsInFlight', 'ws-two']);
  assert.equal(closed(report), []);
  assert.ok(pool.isComplete(1, 'ws-one'));
  assert.not.ok(pool.isComplete(2, 'ws-two'));
  pool.release(1, 'ws-one');
  pool.release(2, 'ws-two');
});

test('writes come before the time is counted: half of it gone at the first look is no reason to guard nothing', async ({
  pool,
}) => {
  pool.claim(1, 'ws-three');
  const { faults } = pool.stage.lab;
  faults.add({
    user: account,
    verb: 'list',
    kind: 'Session',
    times: 1,
    fault: { type: 'delay', ms: 40_000 },
  });
  const { exit } = await guard(pool, ['--timeout', '1m']);
  assert.is(exit, 0);
  assert.ok(pool.isComplete(1, 'ws-three'));
  pool.release(1, 'ws-three');
});

test('a gate that another run left closed is not prolonged by a guard that closes none', async ({ pool }) => {
  const { stage } = pool;
  const renewed = () => stage.get('Lease', 'warmgate-java')?.spec.renewTime;
  await guard(pool, ['--gate']);
  const old = '2020-01-01T00:00:00.000000Z';
  stage.patch('Lease', 'warmgate-java', { spec: { renewTime: old } });
  await guard(pool, []);
  assert.is(renewed(), old);
  await guard(pool, ['--gate']);
  assert.is.not(renewed(), old);
});

test('without an operator it warns and guards; --strict refuses, and closes nothing for a release that will not come', async ({
  pool,
}) => {
  const elsewhere = ['--gate', '--operator-selector', 'app=nobody'];
  const { stage } = pool;
  const held = (): boolean =>
    stage.objects('Service').some(({ metadata }) => /Lease/.test(JSON.stringify(metadata)));
  await stage.until('the collector took the holds of the tests before off', () => !held());
  stage.lab.audit.clear();
  const strict = await guard(pool, [...elsewhere, '--strict']);
  assert.equal([strict.exit, closed(strict.report)], [3, []]);
  assert.match(strict.report.verdict, /^guarded: .*; no gate closed; no operator in namespace/);
  assert.is(
    pool.stage.lab.audit.writes.filter(({ kind }) => kind === 'Lease' || kind === 'Service').length,
    0,
  );
  const waived = await guard(pool, [...elsewhere, '--strict', '--no-wait-operator']);
  assert.equal([waived.exit, closed(waived.report)], [0, ['java']]);
  const usual = await guard(pool, elsewhere);
  assert.equal([usual.exit, closed(usual.report)], [0, ['java']]);
});

test.run();
