import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { because } from '../../../plugin/model/reasons.ts';
import { buildReport } from '../../../plugin/report/building/report.ts';
import { assessment, claimed, done, facts, instance, operator, pool, stale } from '../../harness/build.ts';
import { reports } from '../../harness/reports.ts';

const whole = assessment({ pools: [pool([claimed(1, 'ws-one'), instance(2)])] });
const lost = assessment({ pools: [pool([claimed(1, 'ws-one'), stale(2)])] });
const unseen = assessment({
  pools: [pool([instance(1)])],
  operator: { ...operator, reasons: [because('operatorNotSeen', { namespace: 'theia' })] },
});

test('a converged run exits 0 and says what it saw', () => {
  const { exit, verdict, pools } = buildReport(whole, whole, facts());
  assert.is(exit, 0);
  assert.is(verdict, 'converged: java-25, 1 instance current, 1 claimed');
  assert.equal(pools[0]?.counts, { current: 1, claimed: 1, stale: 0, other: 0 });
});

test('a stale instance makes it 1, with the pool and the number', () => {
  const { exit, verdict } = buildReport(lost, lost, facts());
  assert.is(exit, 1);
  assert.is(verdict, 'not converged: java-25: 1 stale of 2');
});

test('a pool that is not converged is never green, even when no reason says why', () => {
  const odd = assessment({ pools: [pool([instance(1)], { converged: false })] });
  assert.is(buildReport(odd, odd, facts()).exit, 1);
  assert.is(buildReport(odd, odd, facts({ command: 'check' })).exit, 1);
});

test('no operator is 3 for verify, a warning for check and where it is not waited for', () => {
  assert.is(buildReport(unseen, unseen, facts()).exit, 3);
  assert.match(buildReport(unseen, unseen, facts()).verdict, /^cannot verify: may not see the operator/);
  assert.is(buildReport(unseen, unseen, facts({ command: 'check' })).exit, 0);
  const waived = buildReport(unseen, unseen, facts({ operatorWaived: true }));
  assert.is(waived.exit, 0);
  assert.is(waived.operator.verified, false);
  assert.equal(
    waived.operator.reasons.map(({ code }) => code),
    ['operatorNotSeen', 'operatorNotVerified'],
  );
});

test('the worst code wins: interrupted over harmed over stale', () => {
  const { exit } = reports.troubled();
  assert.is(exit, 6);
  const found = [
    { app: 'java-25', reason: because('pinnedElsewhere', { what: 'image', found: 'a', expected: 'b' }) },
  ];
  assert.is(buildReport(lost, lost, facts({ found })).exit, 5);
  assert.is(buildReport(lost, lost, facts({ found, exit: 4 })).exit, 4);
  assert.match(buildReport(lost, lost, facts({ exit: 4 })).verdict, 'interrupted: java-25: 1 stale of 2');
});

test('guard and open judge no pool', () => {
  const guarded = buildReport(
    lost,
    lost,
    facts({ command: 'guard', actions: [done('complete', { instance: 1 })] }),
  );
  assert.is(guarded.exit, 0);
  assert.is(guarded.verdict, 'guarded: 1 part added to claims; 0 sidecars shielded; no gate closed');
  const kept = assessment({ pools: [pool([{ ...stale(1), hold: 'closed' }])] });
  const opened = buildReport(
    lost,
    kept,
    facts({ command: 'open', actions: [done('open', { instance: 2 })] }),
  );
  assert.is(opened.exit, 0);
  assert.is(opened.verdict, 'opened: 1 instance opened; gate closed: java-25');
  assert.is(buildReport(lost, lost, facts({ command: 'open', exit: 3 })).exit, 3);
});

test('an instance has the steps done to it, a nudge only where its Deployment was made anew', () => {
  const { pools } = reports.healed();
  const byId = new Map(pools[0]?.instances.map(({ id, done }) => [id, done]));
  assert.equal(byId.get(1), ['complete']);
  assert.equal(byId.get(3), ['hold', 'nudge', 'open']);
  assert.is(pools[0]?.nudges, 1);
});

test('a reason found for a pool is told there, one for an unknown pool with the run', () => {
  const found = ['java-25', 'gone'].map((app) => ({ app, reason: because('noProgress', { nudges: 2 }) }));
  const { pools, reasons } = buildReport(lost, lost, facts({ found }));
  assert.equal(
    pools[0]?.reasons.map(({ code }) => code),
    ['noProgress'],
  );
  assert.equal(
    reasons.map(({ code }) => code),
    ['noProgress'],
  );
});

test('missing and differing parts are named once each', () => {
  const rows = reports.troubled().pools[1]?.instances ?? [];
  assert.equal(rows[2]?.differing, [
    'external Service',
    'internal Service',
    'proxy ConfigMap',
    'email ConfigMap',
    'Deployment',
  ]);
  assert.equal(rows[3]?.missing, ['Deployment', 'email ConfigMap']);
  assert.equal(rows[3]?.differing, []);
});

test('nothing to do is named: no eager start, no pool', () => {
  assert.match(reports.nothing().verdict, /^nothing to do: the operator runs without --eagerStart/);
  const none = assessment({ reasons: [because('nothingSelected', { namespace: 'theia' })] });
  assert.is(
    buildReport(none, none, facts()).verdict,
    'nothing to do: no AppDefinition in namespace theia has a pool',
  );
});

test('names from the cluster come without control characters and addresses, and short', () => {
  const odd = assessment({
    namespace: 'the\u001b[31mia',
    pools: [
      pool([instance(1)], { name: `lea@example.test${'x'.repeat(300)}`, image: 'reg/x@sha256:0123abc' }),
    ],
  });
  const { namespace, pools } = buildReport(odd, odd, facts({ context: 'admin@cluster.example.test' }));
  assert.is(namespace, 'theia');
  assert.is(pools[0]?.app, '(address)');
  assert.is(pools[0]?.image, 'reg/x@sha256:0123abc');
});

test.run();
