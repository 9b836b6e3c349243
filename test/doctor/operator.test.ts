import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { changed, free, ofKind, pool } from '../assess/given.ts';
import { objectOf } from '../harness/world-objects.ts';
import { codesOf, factsOf, find } from './facts-of.ts';

const objects = pool([free(1), free(2)]);

function told(...args: string[]): KubeObject[] {
  const containers = [{ name: 'operator', image: 'operator:7', args }];
  return changed(objects, ofKind('Deployment', 'operator-deployment'), {
    spec: { replicas: 1, template: { spec: { containers } } },
  });
}

test('an operator that works is told with its image, kind and arguments', () => {
  const found = find(factsOf(objects), 'operatorWorks', 'operatorImage', 'operatorFork', 'argumentsRead');
  assert.equal(found, [
    { code: 'operatorWorks', args: {} },
    { code: 'operatorImage', args: { image: 'operator:1' } },
    { code: 'operatorFork', args: {} },
    { code: 'argumentsRead', args: { eagerStart: 'on', keycloak: 'on', sessionsPerUser: '' } },
  ]);
});

test('an operator image that may be any version is told', () => {
  for (const [image, code] of [
    ['registry.example.test:5000/operator', 'operatorMoves'],
    ['operator:latest', 'operatorMoves'],
    ['operator:1.3.0', 'operatorImage'],
    [`operator@sha256:${'0'.repeat(64)}`, 'operatorImage'],
  ] as const) {
    const it = changed(told('--eagerStart'), ofKind('Deployment', 'operator-deployment'), ({ spec }) => ({
      spec: { ...spec, template: { spec: { containers: [{ ...spec.template.spec.containers[0], image }] } } },
    }));
    assert.equal(find(factsOf(it), 'operatorImage', 'operatorMoves'), [{ code, args: { image } }]);
  }
});

test('absent, not seen, rolling out, without a leader: each named, and then it does not work', () => {
  for (const [state, code] of [
    ['absent', 'operatorAbsent'],
    ['rolling', 'operatorRollingOut'],
    ['idle', 'operatorIdle'],
    ['stale', 'operatorIdle'],
    ['noEagerStart', 'noEagerStart'],
  ] as const) {
    const codes = codesOf(factsOf(pool([free(1)], {}, { operator: state })));
    assert.ok(codes.includes(code), state);
    assert.not.ok(codes.includes('operatorWorks'), state);
  }
  const hidden = factsOf(pool([free(1)], {}, { operator: 'absent' }), { operator: { sight: 'forbidden' } });
  assert.ok(codesOf(hidden).includes('operatorNotSeen'));
});

test('a rollout tells how many replicas are ready', () => {
  const [found] = find(factsOf(pool([free(1)], {}, { operator: 'rolling' })), 'operatorRollingOut');
  assert.equal(found?.args, { ready: 1, replicas: 1 });
});

test('a pool without generation labels is of an upstream operator', () => {
  const bare = objects.map((object) => ({ ...object, metadata: { ...object.metadata, labels: {} } }));
  const labelled = changed(bare, ofKind('Deployment', 'operator-deployment'), {
    metadata: { labels: { app: 'operator' } },
  });
  assert.ok(codesOf(factsOf(labelled)).includes('operatorUpstream'));
  assert.ok(codesOf(factsOf(pool([]))).includes('operatorUnknown'));
});

test('lease times come from the arguments, in order or not', () => {
  const times = ['--leaderLeaseDuration', '6', '--leaderRenewDeadline=4', '--leaderRetryPeriod', '1'];
  assert.equal(find(factsOf(told('--eagerStart', ...times)), 'leaseTimes', 'leaseOrder', 'leaseSlow'), [
    { code: 'leaseTimes', args: { duration: 6, renew: 4, retry: 1 } },
  ]);
  const wrong = told('--eagerStart', '--leaderLeaseDuration', '4', '--leaderRenewDeadline', '4');
  assert.equal(
    find(factsOf(wrong), 'leaseTimes', 'leaseOrder').map(({ code }) => code),
    ['leaseOrder'],
  );
  const retries = told(
    '--eagerStart',
    '--leaderLeaseDuration=9',
    '--leaderRenewDeadline=4',
    '--leaderRetryPeriod=5',
  );
  assert.equal(
    find(factsOf(retries), 'leaseTimes', 'leaseOrder').map(({ code }) => code),
    ['leaseOrder'],
  );
  const slow = factsOf(told('--eagerStart', '--leaderLeaseDuration', '60'));
  assert.equal(find(slow, 'leaseSlow'), [{ code: 'leaseSlow', args: { duration: 60 } }]);
});

test('where the arguments do not say it the Lease does', () => {
  assert.equal(find(factsOf(objects), 'leaseTimes'), [
    { code: 'leaseTimes', args: { duration: 6, renew: '', retry: '' } },
  ]);
});

test('how many sessions a user may have is told where the operator is told', () => {
  const [found] = find(factsOf(told('--eagerStart', '--sessionsPerUser', '3')), 'argumentsRead');
  assert.equal(found?.args, { eagerStart: 'on', keycloak: 'off', sessionsPerUser: '3' });
});

test('a Deployment that shows no such arguments is not judged by them', () => {
  const codes = codesOf(factsOf(told('serve')));
  assert.ok(codes.includes('argumentsUnread'));
  assert.not.ok(codes.includes('argumentsRead'));
});

test('counts are those of the namespace', () => {
  const session = objectOf('Session', 's', 's', { status: { operatorStatus: 'ERROR' } });
  const [found] = find(factsOf([...objects, session]), 'counted');
  assert.equal(found?.args, {
    apps: 1,
    pools: 1,
    instances: 2,
    sessions: 1,
    live: 0,
    inFlight: 0,
    failed: 1,
  });
});

test.run();
