import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject, ObjectMeta } from '../../plugin/model/kube.ts';
import { changed, free, ofKind, pool } from '../assess/given.ts';
import { worldStart } from '../harness/world-objects.ts';
import { factsOf, find } from './facts-of.ts';

const gates = ['gatesOpen', 'gateFollowed', 'gateHeld', 'gateExpired', 'gateStray', 'badReferences'] as const;
const owners = [
  'ownedByArgo',
  'ownedByHelm',
  'ownedTwice',
  'ownedByLabel',
  'ownedByNobody',
  'severalWriters',
] as const;

test('no gate, one that is held, one that ran out: with the time since it was renewed', () => {
  assert.equal(find(factsOf(pool([free(1)])), ...gates), [{ code: 'gatesOpen', args: {} }]);
  assert.equal(find(factsOf(pool([free(1)], { lease: 'other' })), ...gates), [
    { code: 'gateHeld', args: { app: 'java', minutes: 1 } },
  ]);
  assert.equal(find(factsOf(pool([free(1)], { lease: 'expired' })), ...gates), [
    { code: 'gateExpired', args: { app: 'java', minutes: 120 } },
  ]);
});

test('shields that a guard --follow keeps up are no closed gate; a gate beside them is', () => {
  const followed = (held: 'sidecars' | 'internal') => {
    const objects = pool([free(1, { held })], { lease: 'ours', sidecars: 'after' });
    const until = new Date(worldStart + 60_000).toISOString();
    return changed(objects, ofKind('Lease'), {
      metadata: { annotations: { 'warmgate/followed-until': until } },
    });
  };
  assert.equal(find(factsOf(followed('sidecars')), ...gates), [
    { code: 'gateFollowed', args: { app: 'java' } },
  ]);
  assert.equal(
    find(factsOf(followed('internal')), ...gates).map(({ code }) => code),
    ['gateHeld'],
  );
});

test('a Lease of an AppDefinition that is gone is told by its name', () => {
  assert.equal(find(factsOf(pool([free(1)], {}, { strayLease: true })), ...gates), [
    { code: 'gateStray', args: { lease: 'warmgate-gone' } },
  ]);
});

test('Leases that may not be listed say nothing; events of the collector do', () => {
  const unseen = { sight: { Lease: 'forbidden' as const } };
  assert.equal(find(factsOf(pool([free(1)]), unseen), ...gates), []);
  assert.equal(find(factsOf(pool([free(1)]), { ...unseen, badReferences: 2 }), ...gates), [
    { code: 'badReferences', args: { count: 2 } },
  ]);
});

function kept(metadata: Partial<ObjectMeta>): KubeObject[] {
  return changed(pool([free(1)]), ofKind('AppDefinition'), { metadata });
}

test('an owner is known by what Argo CD and Helm write', () => {
  const tracking = { 'argocd.argoproj.io/tracking-id': 'pools:theia.cloud/AppDefinition:theia/java' };
  const release = { 'meta.helm.sh/release-name': 'combined' };
  assert.equal(find(factsOf(kept({ annotations: tracking })), ...owners), [
    { code: 'ownedByArgo', args: { application: 'pools', apps: 'java' } },
  ]);
  assert.equal(find(factsOf(kept({ labels: { 'argocd.argoproj.io/instance': 'pools' } })), ...owners), [
    { code: 'ownedByArgo', args: { application: 'pools', apps: 'java' } },
  ]);
  assert.equal(find(factsOf(kept({ annotations: release })), ...owners), [
    { code: 'ownedByHelm', args: { release: 'combined', apps: 'java' } },
  ]);
  assert.equal(find(factsOf(kept({ annotations: { ...tracking, ...release } })), ...owners), [
    { code: 'ownedTwice', args: { app: 'java', application: 'pools', release: 'combined' } },
  ]);
});

test('a mere instance label is told for what it is, and only where nothing better is there', () => {
  const labels = { 'app.kubernetes.io/instance': 'combined' };
  assert.equal(find(factsOf(kept({ labels })), ...owners), [
    { code: 'ownedByLabel', args: { instance: 'combined', apps: 'java' } },
  ]);
  const annotations = { 'meta.helm.sh/release-name': 'combined' };
  assert.equal(
    find(factsOf(kept({ labels, annotations })), ...owners).map(({ code }) => code),
    ['ownedByHelm'],
  );
  assert.equal(find(factsOf(kept({})), ...owners), [{ code: 'ownedByNobody', args: { apps: 'java' } }]);
});

test('several managers of a spec are told; the status, other fields and our own nudge do not count', () => {
  const field = (manager: string, more: object = { fieldsV1: { 'f:spec': {} } }) => ({ manager, ...more });
  const managedFields = [
    field('helm'),
    field('warmgate', { fieldsV1: { 'f:metadata': {}, 'f:spec': {} } }),
    field('operator', { subresource: 'status', fieldsV1: { 'f:spec': {} } }),
    field('labeller', { fieldsV1: { 'f:metadata': {} } }),
  ];
  const one = find(factsOf(kept({ managedFields })), 'severalWriters');
  assert.equal(one, []);
  const two = [...managedFields, field('kubectl-edit')];
  assert.equal(find(factsOf(kept({ managedFields: two })), 'severalWriters'), [
    { code: 'severalWriters', args: { managers: 'helm, kubectl-edit', apps: 'java' } },
  ]);
});

test.run();
