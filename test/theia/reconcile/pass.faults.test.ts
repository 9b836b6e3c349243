import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../../plugin/theia/labels.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import {
  definition,
  freshPool,
  names,
  owned,
  planEnsure,
  planReconcile,
  session,
  without,
} from '../pools.ts';

const app = definition('ide', { minInstances: 3 });
const sidecars = [{ name: 'java-ls', image: 'registry.example.test/ls:1', port: 5000 }];
const side = definition('ide', { minInstances: 2, sidecars });
const main = (id: number): string => `instance-${id}-ide-381261d79c23`;
const lines = (pass: { steps: readonly { act: string; kind: string; name: string }[] }): string[] =>
  pass.steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`);

test('a pool made from nothing is whole, and no later pass touches it', () => {
  const pool = freshPool(app);
  assert.is(names(pool, 'Service').length, 6);
  assert.is(names(pool, 'ConfigMap').length, 6);
  assert.is(names(pool, 'Deployment').length, 3);
  assert.equal(planEnsure(app, pool, usualSettings).steps, []);
  assert.equal(planReconcile(app, pool, usualSettings).steps, []);
});

test('F1: a start at a new generation with a larger pool makes the new ids only, so the pool is mixed', () => {
  const changed = definition('ide', { minInstances: 5 }, 2);
  const { objects } = planEnsure(changed, freshPool(app), usualSettings);
  const generations = objects
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => metadata.labels?.[labels.generation]);
  assert.equal(generations, ['1', '1', '1', '2', '2']);
});

test('a label that is missing, no number, older or newer is outdated alike', () => {
  for (const label of [undefined, 'x', '0', '7']) {
    const pool = freshPool(app).map((object) => {
      if (object.kind !== 'Deployment' || object.metadata.name !== main(2)) return object;
      const own = label === undefined ? {} : { [labels.generation]: label };
      return { ...object, metadata: { ...object.metadata, labels: own } };
    });
    const pass = planReconcile(app, pool, usualSettings);
    assert.equal(lines(pass), [`delete Deployment ${main(2)}`, `create Deployment ${main(2)}`], `${label}`);
  }
});

test('F4: any pass deletes the sidecar Deployments that nobody co-owns, and only a start makes them again', () => {
  const pool = freshPool(side);
  const nudged = planReconcile(side, pool, usualSettings);
  const sidecarsLeft = names(nudged.objects, 'Deployment').filter((name) => name.includes('java-ls'));
  assert.equal(sidecarsLeft, []);
  assert.is(
    names(nudged.objects, 'Service').length,
    6,
    'their Services came back at the turn of the sidecars',
  );
  const again = planReconcile(side, nudged.objects, usualSettings);
  assert.equal(names(again.objects, 'Deployment'), names(nudged.objects, 'Deployment'));
  const restarted = planEnsure(side, nudged.objects, usualSettings);
  assert.is(names(restarted.objects, 'Deployment').length, 4);
});

test('F6: an internal Service that is lost alone stays lost, and comes back once its sibling is gone too', () => {
  const lost = without(freshPool(app), 'Service', `${main(2)}-int`);
  assert.equal(planReconcile(app, lost, usualSettings).steps, []);
  assert.equal(planEnsure(app, lost, usualSettings).steps, []);
  const both = without(lost, 'Service', main(2));
  const made = [`create Service ${main(2)}`, `create Service ${main(2)}-int`];
  assert.equal(lines(planReconcile(app, both, usualSettings)), made);
});

test('F6: a main Deployment or Service does not come back while the sidecar object of its id exists', () => {
  for (const kind of ['Deployment', 'Service']) {
    const lost = without(freshPool(side), kind, main(1));
    for (const pass of [planEnsure(side, lost, usualSettings), planReconcile(side, lost, usualSettings)])
      assert.not(lines(pass).includes(`create ${kind} ${main(1)}`), kind);
  }
});

test('F7: a lost Deployment without sidecar comes back at the next pass', () => {
  const lost = without(freshPool(app), 'Deployment', main(2));
  assert.equal(lines(planReconcile(app, lost, usualSettings)), [`create Deployment ${main(2)}`]);
});

test('F3 and F13: below a claimed id and up again, its ConfigMaps are remade empty and the rest is not', () => {
  const one = session('ws-one', app);
  const claimed = owned(freshPool(app), [main(3), `${main(3)}-int`], one, app);
  const small = definition('ide', { minInstances: 1 }, 2);
  const down = planReconcile(small, claimed, usualSettings).objects;
  assert.equal(names(down, 'ConfigMap').length, 2);
  const left = down.filter(({ metadata }) => metadata.name.startsWith('instance-3'));
  assert.equal(
    left.map(({ metadata }) => metadata.ownerReferences?.map(({ kind }) => kind)),
    [['Session'], ['Session'], ['Session']],
  );
  const up = planReconcile(definition('ide', { minInstances: 3 }, 3), down, usualSettings).objects;
  assert.equal(names(up, 'ConfigMap').length, 6);
  const again = up.filter(({ metadata }) => metadata.name === main(3));
  assert.equal(
    again.map(({ metadata }) => metadata.ownerReferences?.map(({ kind }) => kind)),
    [['Session'], ['Session']],
  );
});

test('Keycloak off: no ConfigMap is made or looked at', () => {
  const open = { ...usualSettings, keycloak: false };
  const pool = freshPool(app, open);
  assert.equal(names(pool, 'ConfigMap'), []);
  const deployment = pool.find(({ kind }) => kind === 'Deployment');
  assert.is(deployment?.spec.template.spec.containers.length, 1);
  const changed = definition('ide', { minInstances: 3 }, 2);
  assert.is(planReconcile(changed, pool, open).steps.length, 18);
});

test('minInstances 0 makes nothing and takes down what is free', () => {
  assert.equal(planEnsure(definition('ide', { minInstances: 0 }), [], usualSettings).steps, []);
  const down = planReconcile(definition('ide', { minInstances: 0 }, 2), freshPool(app), usualSettings);
  assert.equal(names(down.objects, 'Service'), []);
  assert.equal(names(down.objects, 'Deployment'), []);
});

test('a workspace PVC is made where it is missing and never renewed by a pass', () => {
  const workspace = definition('ide', {
    minInstances: 1,
    sidecars: [{ ...sidecars[0], mountWorkspace: true }],
  });
  const pool = freshPool(workspace);
  assert.equal(names(pool, 'PersistentVolumeClaim'), [`${main(1)}-pvc`]);
  const changed = { ...workspace, metadata: { ...workspace.metadata, generation: 2 } };
  const pass = planReconcile(changed, pool, usualSettings);
  assert.not(lines(pass).some((line) => line.includes('PersistentVolumeClaim')));
  const leaving = pool.map((object) =>
    object.kind === 'PersistentVolumeClaim'
      ? { ...object, metadata: { ...object.metadata, deletionTimestamp: '2026-11-30T15:00:00Z' } }
      : object,
  );
  const made = planReconcile(workspace, leaving, usualSettings);
  assert.ok(
    lines(made).includes(`create PersistentVolumeClaim ${main(1)}-pvc`),
    'one that is leaving is made anew',
  );
  assert.is(names(made.objects, 'PersistentVolumeClaim').length, 1);
});

test.run();
