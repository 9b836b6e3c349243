import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restartsOperator } from '../../plugin/forecast/forecast.ts';
import { desire } from '../../plugin/forecast/passes.ts';
import { instanceRanges } from '../../plugin/text/lists.ts';
import { theApp } from '../assess/given.ts';
import { operatorObjects } from '../harness/world-objects.ts';
import { manifest } from './situation-of.ts';

test('a changed spec moves the generation by one and names its fields', () => {
  const { change, app, fields } = desire(manifest(theApp, { image: 'new', port: 3000 }), theApp);
  assert.is(change, 'spec');
  assert.is(app.metadata.generation, 3);
  assert.is(app.metadata.uid, theApp.metadata.uid);
  assert.is(app.spec.image, 'new');
  assert.equal(fields, ['image']);
});

test('what the manifest leaves out stays; null takes it away; a list changes as a whole', () => {
  const live = { ...theApp, spec: { ...theApp.spec, monitor: { port: 1, path: '/x' }, timeout: 5 } };
  const wanted = manifest(theApp, { monitor: { port: 2 }, timeout: null, sidecars: [{ name: 'a' }] });
  const { app, fields } = desire(wanted, live);
  assert.equal(app.spec.monitor, { port: 2, path: '/x' });
  assert.not.ok('timeout' in app.spec);
  assert.is(app.spec.minInstances, live.spec.minInstances);
  assert.equal(fields.sort(), ['monitor.port', 'sidecars']);
});

test('a label or annotation alone is a change without a generation', () => {
  const { change, app } = desire(manifest(theApp, {}, { annotations: { 'helm.sh/revision': '8' } }), theApp);
  assert.is(change, 'metadata');
  assert.is(app.metadata.generation, 2);
  assert.is(desire(manifest(theApp, {}, { labels: { a: 'b' } }), theApp).change, 'metadata');
});

test('the same again is no change, whatever else is on the live one', () => {
  const live = { ...theApp, metadata: { ...theApp.metadata, annotations: { 'warmgate/nudge': '2/1/x' } } };
  assert.is(desire(manifest(theApp), live).change, 'none');
  const { minInstances: _, ...less } = theApp.spec;
  assert.is(desire({ ...manifest(theApp), spec: less }, live).change, 'none');
});

test('one that is not there is created at generation 1', () => {
  const { change, app, live } = desire(manifest(theApp), undefined);
  assert.is(change, 'created');
  assert.is(app.metadata.generation, 1);
  assert.is(live, undefined);
});

test('ids in one phrase', () => {
  assert.is(instanceRanges([3, 1, 2, 5, 2, 7, 8]), '1-3, 5, 7-8');
  assert.is(instanceRanges([]), '');
});

const [operator] = operatorObjects({ eagerStart: true, keycloak: true, rolledOut: true });

function operatorManifest(container: object, annotations: object = {}) {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'operator-deployment', uid: '' },
    spec: { template: { metadata: { annotations }, spec: { containers: [container] } } },
  };
}

test('manifests restart the operator when they change its pod template, not by what they leave to defaults', () => {
  const live = structuredClone(operator);
  if (live === undefined) throw new TypeError('no operator');
  live.spec.template.metadata = { annotations: { 'helm.sh/revision': '7' } };
  live.spec.template.spec.containers[0].terminationMessagePath = '/dev/termination-log';
  const { name, image } = live.spec.template.spec.containers[0];
  const same = operatorManifest({ name, image }, { 'helm.sh/revision': '7' });
  assert.is(restartsOperator([same], live, 'theia'), false);
  const revision = operatorManifest({ name, image }, { 'helm.sh/revision': '8' });
  assert.is(restartsOperator([revision], live, 'theia'), true);
  assert.is(restartsOperator([operatorManifest({ name, image: 'other' })], live, 'theia'), true);
  const elsewhere = { ...revision, metadata: { ...revision.metadata, namespace: 'other' } };
  assert.is(restartsOperator([elsewhere], live, 'theia'), false);
  assert.is(restartsOperator([revision], undefined, 'theia'), false);
});

test.run();
