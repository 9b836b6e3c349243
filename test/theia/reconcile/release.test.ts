import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { releaseTarget, renewReleased } from '../../../plugin/theia/reconcile/release.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { definition, freshPool, owned, session, without } from '../pools.ts';
import { appIn, recorded } from '../recordings.ts';

const app = definition('ide', { minInstances: 2 });
const one = session('ws-one', app);
const main = (id: number): string => `instance-${id}-ide-381261d79c23`;
const acts = (steps: readonly { act: string; kind: string; name: string }[]): string[] =>
  steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`);

test('a release finds the Services by the labels of the claim', () => {
  const pool = owned(freshPool(app), [main(2), `${main(2)}-int`], one, app);
  const target = releaseTarget(one, app, pool);
  assert.is(target?.id, 2);
  assert.is(target?.external.metadata.name, main(2));
});

test('a release cleans nothing unless exactly one Service of each kind is found', () => {
  const pool = owned(freshPool(app), [main(2), `${main(2)}-int`, main(1)], one, app);
  assert.is(releaseTarget(one, app, pool), undefined);
  assert.is(releaseTarget(one, app, without(pool, 'Service', `${main(2)}-int`)), undefined);
});

test('nothing is renewed after the release of a current instance', () => {
  assert.equal(renewReleased(app, 1, freshPool(app), usualSettings), []);
});

test('one outdated part renews the whole instance, whoever else owns its objects', () => {
  const next = definition('ide', { minInstances: 2 }, 2);
  const pool = owned(freshPool(app), [main(1)], one);
  const steps = acts(renewReleased(next, 1, pool, usualSettings));
  assert.is(steps.filter((step) => step.startsWith('delete')).length, 5);
  assert.is(steps.filter((step) => step.startsWith('create')).length, 5);
  assert.ok(steps.indexOf(`delete ConfigMap instance-1-proxy-ide-381261d79c23`) < 5);
});

test('an instance above minInstances is only deleted, current or not', () => {
  const small = definition('ide', { minInstances: 1 });
  const steps = acts(renewReleased(small, 2, freshPool(app), usualSettings));
  assert.is(steps.length, 5);
  assert.ok(steps.every((step) => step.startsWith('delete')));
});

test('an instance with a sidecar is always renewed, its PVC with it', () => {
  const sidecars = [{ name: 'java-ls', image: 'x', mountWorkspace: true }];
  const workspace = definition('ide', { minInstances: 1, sidecars });
  const steps = acts(renewReleased(workspace, 1, freshPool(workspace), usualSettings));
  assert.ok(steps.includes(`delete PersistentVolumeClaim ${main(1)}-pvc`));
  assert.is(steps.filter((step) => step.startsWith('create')).length, 8);
});

test('62: after an ordinary release nothing is left to renew', () => {
  const objects = recorded('62-released-current');
  assert.equal(renewReleased(appIn(objects, 'java-25-latest'), 1, objects, usualSettings), []);
});

test.run();
