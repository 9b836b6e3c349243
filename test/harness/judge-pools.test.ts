import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { byApp, byLease, handsOf, partName, poolOfTwo, withChange } from './given.ts';
import { poolFaults } from './judge-pools.ts';
import { viewOf } from './view.ts';

const faults = async (objects: readonly KubeObject[], more = {}): Promise<string[]> =>
  poolFaults(await viewOf(handsOf(objects)), { apps: [], ...more }, false);

const two = (kind: string, name: string, change: (found: KubeObject) => KubeObject | undefined) =>
  faults(withChange(poolOfTwo(), kind, name, change));

test('a pool that is whole and current has no fault, whatever its claimed instance is', async () => {
  assert.equal(await faults(poolOfTwo()), []);
  const old = withChange(poolOfTwo(), 'Service', partName(1), (found) => {
    found.metadata.labels = { 'theia-cloud.io/appdefinition-generation': '0' };
    return found;
  });
  assert.equal(await faults(old), []);
});

test('every part must be there, of the generation, and without a hold', async () => {
  assert.equal(await two('ConfigMap', partName(2, 'email-'), () => undefined), [
    'java 2: emailConfigMap is missing',
  ]);
  const relabel = (found: KubeObject): KubeObject => {
    found.metadata.labels = { 'theia-cloud.io/appdefinition-generation': '7' };
    return found;
  };
  assert.equal(await two('Service', partName(2, '', '-int'), relabel), [
    'java 2: internalService is of generation 7',
  ]);
  const hold = (found: KubeObject): KubeObject => {
    found.metadata.ownerReferences = [byApp, byLease];
    return found;
  };
  assert.equal(await two('Deployment', partName(2), hold), ['java 2: deployment is held']);
});

test('the image counts, and a Ready pod that runs it', async () => {
  const reimage = (found: KubeObject): KubeObject => {
    found.spec.template.spec.containers[0].image = 'registry.example.test/java:0.9.0';
    return found;
  };
  assert.equal(await two('Deployment', partName(2), reimage), [
    'java 2: deployment runs registry.example.test/java:0.9.0, not registry.example.test/java:1.0.0',
    'java 2: deployment has no ready pod of its own',
  ]);
  assert.equal(await two('Pod', partName(2, '', '-x'), () => undefined), [
    'java 2: deployment has no ready pod of its own',
  ]);
  const ending = (found: KubeObject): KubeObject => {
    found.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
    return found;
  };
  assert.equal((await two('Pod', partName(2, '', '-x'), ending)).length, 1);
});

test('traces of a former session count', async () => {
  const admit = (found: KubeObject): KubeObject => ({
    ...found,
    data: { 'authenticated-emails-list': 'x@example.test' },
  });
  assert.equal(await two('ConfigMap', partName(2, 'email-'), admit), ['java 2: somebody is on its list']);
  const label = (found: KubeObject): KubeObject => {
    found.metadata.labels = { ...found.metadata.labels, 'theia-cloud.io/session-uuid': 'x' };
    return found;
  };
  assert.equal(await two('Service', partName(2), label), [
    'java 2: externalService carries the label session-uuid',
  ]);
  const refresh = (found: KubeObject): KubeObject => {
    found.metadata.annotations = { 'theia-cloud.io/eager-start-refresh': 'x' };
    return found;
  };
  assert.equal(await two('Pod', partName(2, '', '-x'), refresh), ['java 2: a pod of a former session runs']);
});

test('an id that nothing exists of is a fault; without eager start there is no pool', async () => {
  const rest = poolOfTwo().filter(({ metadata }) => !metadata.name.startsWith('instance-2-'));
  assert.equal(await faults(rest), ['java 2: nothing of it exists']);
  assert.equal(await faults(rest, { operator: { eagerStart: false } }), []);
});

test.run();
