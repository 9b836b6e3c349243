import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { configMap, merge, paths, request } from '../request.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ controllers: false });
});
test.after.each(() => lab.stop());

const { configmaps, pods } = paths;

test('a delete answers with success and the UID, a second one is 404', async () => {
  const { body } = await request(lab, 'POST', configmaps, configMap('one'));
  const gone = await request(lab, 'DELETE', `${configmaps}/one`);
  assert.is(gone.code, 200);
  assert.is(gone.body.status, 'Success');
  assert.is(gone.body.details.uid, body.metadata.uid);
  const again = await request(lab, 'DELETE', `${configmaps}/one`);
  assert.is(again.code, 404);
  assert.is(again.body.message, 'configmaps "one" not found');
});

test('a delete with another UID or an old resourceVersion as precondition is 409', async () => {
  const { body } = await request(lab, 'POST', configmaps, configMap('one'));
  const { uid, resourceVersion } = body.metadata;
  const refused = await request(lab, 'DELETE', `${configmaps}/one`, { preconditions: { uid: 'other' } });
  assert.is(refused.code, 409);
  assert.match(
    refused.body.message,
    /the UID in the precondition \(other\) does not match the UID in record/,
  );
  const old = await request(lab, 'DELETE', `${configmaps}/one`, {
    preconditions: { uid, resourceVersion: '1' },
  });
  assert.is(old.code, 409);
  assert.is(lab.objects('ConfigMap').length, 1);
  const passed = await request(lab, 'DELETE', `${configmaps}/one`, {
    preconditions: { uid, resourceVersion },
  });
  assert.is(passed.code, 200);
  assert.is(lab.objects('ConfigMap').length, 0);
});

test('an object with a finalizer stays Terminating until the finalizer is taken off', async () => {
  await request(lab, 'POST', configmaps, configMap('one', { finalizers: ['example.test/keep'] }));
  const { body } = await request(lab, 'DELETE', `${configmaps}/one`);
  assert.type(body.metadata.deletionTimestamp, 'string');
  const touched = await request(lab, 'PATCH', `${configmaps}/one`, { data: { a: 'b' } }, merge);
  assert.is(touched.body.metadata.deletionTimestamp, body.metadata.deletionTimestamp);
  await request(lab, 'PATCH', `${configmaps}/one`, { metadata: { finalizers: null } }, merge);
  assert.is((await request(lab, 'GET', `${configmaps}/one`)).code, 404);
});

test('Foreground and Orphan leave their finalizer for the collector', async () => {
  await request(lab, 'POST', configmaps, configMap('one'));
  await request(lab, 'POST', configmaps, configMap('two'));
  const one = await request(lab, 'DELETE', `${configmaps}/one?propagationPolicy=Foreground`);
  const two = await request(lab, 'DELETE', `${configmaps}/two`, { propagationPolicy: 'Orphan' });
  assert.equal(one.body.metadata.finalizers, ['foregroundDeletion']);
  assert.equal(two.body.metadata.finalizers, ['orphan']);
});

test('a pod on a node gets its grace, one without a node goes at once', async () => {
  const pod = (name: string, spec: object): object => ({
    metadata: { name },
    spec: { containers: [], ...spec },
  });
  await request(lab, 'POST', pods, pod('waiting', {}));
  await request(lab, 'POST', pods, pod('bound', { nodeName: 'n' }));
  await request(lab, 'DELETE', `${pods}/waiting`);
  const { body } = await request(lab, 'DELETE', `${pods}/bound`);
  assert.is(body.metadata.deletionGracePeriodSeconds, 30);
  assert.equal(
    lab.objects('Pod').map((object) => object.metadata.name),
    ['bound'],
  );
  await request(lab, 'DELETE', `${pods}/bound?gracePeriodSeconds=0`);
  assert.is(lab.objects('Pod').length, 0);
});

test('a delete of a whole collection is refused', async () => {
  await request(lab, 'POST', configmaps, configMap('one'));
  assert.is((await request(lab, 'DELETE', configmaps)).code, 405);
  assert.is(lab.objects('ConfigMap').length, 1);
});

test.run();
