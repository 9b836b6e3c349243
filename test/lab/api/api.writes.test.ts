import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import {
  appDefinition,
  configMap,
  deployment,
  jsonPatch,
  merge,
  paths,
  request,
  strategic,
} from '../request.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ controllers: false });
});
test.after.each(() => lab.stop());

const { configmaps, appdefinitions, deployments, services, leases } = paths;

test('create gives UID, resourceVersion, times and the first writer', async () => {
  const { code, body } = await request(lab, 'POST', `${configmaps}?fieldManager=me`, configMap('one'));
  assert.is(code, 201);
  assert.match(body.metadata.uid, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  assert.match(body.metadata.resourceVersion, /^\d+$/);
  assert.is(body.metadata.managedFields[0].manager, 'me');
  assert.is(body.metadata.managedFields[0].time, body.metadata.creationTimestamp);
  assert.is(body.metadata.generation, undefined);
});

test('without fieldManager the manager is the first token of the User-Agent', async () => {
  const { body } = await request(lab, 'POST', configmaps, configMap('one'));
  assert.is(body.metadata.managedFields[0].manager, 'tester');
});

test('a second create of a name is 409 AlreadyExists', async () => {
  await request(lab, 'POST', configmaps, configMap('one'));
  const { code, body } = await request(lab, 'POST', configmaps, configMap('one'));
  assert.is(code, 409);
  assert.is(body.kind, 'Status');
  assert.is(body.reason, 'AlreadyExists');
  assert.is(body.message, 'configmaps "one" already exists');
  assert.equal(body.details, { name: 'one', kind: 'configmaps' });
});

test('generateName makes different names', async () => {
  const body = { metadata: { generateName: 'run-' } };
  const names = [await request(lab, 'POST', configmaps, body), await request(lab, 'POST', configmaps, body)];
  const [a, b] = names.map((answer) => answer.body.metadata.name);
  assert.match(a, /^run-[a-z0-9]{5}$/);
  assert.is.not(a, b);
});

test('a create in a namespace that is not there is 404', async () => {
  const { code, body } = await request(
    lab,
    'POST',
    '/api/v1/namespaces/nowhere/configmaps',
    configMap('one'),
  );
  assert.is(code, 404);
  assert.is(body.message, 'namespaces "nowhere" not found');
});

test('a patch that changes nothing leaves resourceVersion and managedFields', async () => {
  const made = await request(lab, 'POST', configmaps, configMap('one'));
  const same = await request(lab, 'PATCH', `${configmaps}/one`, { data: { key: 'value' } }, merge);
  assert.equal(same.body, made.body);
  assert.is(lab.audit.writes.at(-1)?.changed, false);
});

for (const [name, headers] of Object.entries({ merge, strategic })) {
  test(`an old resourceVersion in a ${name} patch is 409, the present one passes`, async () => {
    const { body } = await request(lab, 'POST', configmaps, configMap('one'));
    const patch = (resourceVersion: string): object => ({
      metadata: { resourceVersion },
      data: { key: 'new' },
    });
    const refused = await request(lab, 'PATCH', `${configmaps}/one`, patch('1'), headers);
    assert.is(refused.code, 409);
    assert.is(refused.body.reason, 'Conflict');
    assert.match(refused.body.message, /the object has been modified; please apply your changes/);
    const passed = await request(
      lab,
      'PATCH',
      `${configmaps}/one`,
      patch(body.metadata.resourceVersion),
      headers,
    );
    assert.is(passed.code, 200);
    assert.is(passed.body.data.key, 'new');
  });
}

test('a JSON patch: a failed test is 422, a replaced resourceVersion that is old is 409', async () => {
  await request(lab, 'POST', configmaps, configMap('one'));
  const send = (op: string) =>
    request(
      lab,
      'PATCH',
      `${configmaps}/one`,
      [
        { op, path: '/metadata/resourceVersion', value: '1' },
        { op: 'add', path: '/data/new', value: 'x' },
      ],
      jsonPatch,
    );
  assert.is((await send('test')).code, 422);
  assert.is((await send('replace')).code, 409);
  assert.is(lab.objects('ConfigMap')[0]?.data?.new, undefined);
});

test('a PUT with an old resourceVersion or another UID is 409', async () => {
  const { body } = await request(lab, 'POST', configmaps, configMap('one'));
  const old = { ...body, metadata: { ...body.metadata, resourceVersion: '1' } };
  assert.is((await request(lab, 'PUT', `${configmaps}/one`, old)).code, 409);
  const other = { ...body, metadata: { ...body.metadata, uid: 'other' } };
  assert.is((await request(lab, 'PUT', `${configmaps}/one`, other)).code, 409);
  const fresh = await request(lab, 'PUT', `${configmaps}/one`, { ...body, data: { a: 'b' } });
  assert.equal(fresh.body.data, { a: 'b' });
});

test('a PUT of a custom resource or a Lease without resourceVersion is 422', async () => {
  await request(lab, 'POST', appdefinitions, appDefinition('java'));
  assert.is((await request(lab, 'PUT', `${appdefinitions}/java`, appDefinition('java'))).code, 422);
  const lease = { metadata: { name: 'hold' }, spec: { holderIdentity: 'x' } };
  await request(lab, 'POST', leases, lease);
  assert.is((await request(lab, 'PUT', `${leases}/hold`, lease)).code, 422);
});

test('a strategic merge patch of a custom resource is 415', async () => {
  await request(lab, 'POST', appdefinitions, appDefinition('java'));
  const { code, body } = await request(lab, 'PATCH', `${appdefinitions}/java`, { spec: {} }, strategic);
  assert.is(code, 415);
  assert.is(body.reason, 'UnsupportedMediaType');
});

test('the generation of a custom resource moves with its spec alone', async () => {
  await request(lab, 'POST', appdefinitions, appDefinition('java'));
  const patch = (body: object) => request(lab, 'PATCH', `${appdefinitions}/java`, body, merge);
  assert.is((await patch({ metadata: { annotations: { a: 'b' } } })).body.metadata.generation, 1);
  assert.is((await patch({ spec: { minInstances: 2 } })).body.metadata.generation, 2);
  const status = await request(lab, 'PATCH', `${appdefinitions}/java/status`, { status: { x: 1 } }, merge);
  assert.is(status.body.metadata.generation, 2);
});

test('the status subresource writes the status alone, a main write ignores it', async () => {
  const made = await request(lab, 'POST', appdefinitions, { ...appDefinition('java'), status: { x: 0 } });
  assert.is(made.body.status, undefined);
  const both = { metadata: { labels: { a: 'b' } }, spec: { image: 'other' }, status: { x: 1 } };
  const { body } = await request(lab, 'PATCH', `${appdefinitions}/java/status`, both, merge);
  assert.equal(body.status, { x: 1 });
  assert.is(body.spec.image, 'ghcr.io/example/ide:1');
  assert.is(body.metadata.labels, undefined);
  assert.is(body.metadata.managedFields.at(-1).subresource, 'status');
  const main = await request(lab, 'PATCH', `${appdefinitions}/java`, { status: { x: 2 } }, merge);
  assert.equal(main.body.status, { x: 1 });
});

test('each manager keeps the time of its own last write', async () => {
  await request(lab, 'POST', `${appdefinitions}?fieldManager=helm`, appDefinition('java'));
  const path = `${appdefinitions}/java?fieldManager=nudger`;
  const { body } = await request(lab, 'PATCH', path, { metadata: { annotations: { a: 'b' } } }, merge);
  const managers = body.metadata.managedFields.map((field: { manager: string }) => field.manager);
  assert.equal(managers, ['helm', 'nudger']);
});

test('minInstances above maxInstances is 422', async () => {
  await request(lab, 'POST', appdefinitions, appDefinition('java'));
  const { code, body } = await request(
    lab,
    'PATCH',
    `${appdefinitions}/java`,
    { spec: { minInstances: 6 } },
    merge,
  );
  assert.is(code, 422);
  assert.is(body.reason, 'Invalid');
});

test('a label that Kubernetes does not allow, or an owner without UID, is 422', async () => {
  const label = configMap('one', { labels: { user: 'a@example.test' } });
  assert.is((await request(lab, 'POST', configmaps, label)).code, 422);
  const owner = configMap('one', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'x' }] });
  assert.is((await request(lab, 'POST', configmaps, owner)).code, 422);
});

test('a Deployment keeps its selector and must match its own template', async () => {
  await request(lab, 'POST', deployments, deployment('one', 'ide:1'));
  const patch = { spec: { selector: { matchLabels: { app: 'two' } } } };
  assert.is((await request(lab, 'PATCH', `${deployments}/one`, patch, merge)).code, 422);
  const labels = { spec: { template: { metadata: { labels: { app: 'two' } } } } };
  assert.is((await request(lab, 'PATCH', `${deployments}/one`, labels, merge)).code, 422);
});

test('a Service keeps the address it was given', async () => {
  const service = { metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } };
  const made = await request(lab, 'POST', services, service);
  assert.match(made.body.spec.clusterIP, /^10\.96\./);
  const put = await request(lab, 'PUT', `${services}/one`, service);
  assert.is(put.body.spec.clusterIP, made.body.spec.clusterIP);
  const patch = { spec: { clusterIP: null, ports: [{ port: 81 }] } };
  const patched = await request(lab, 'PATCH', `${services}/one`, patch, merge);
  assert.is(patched.body.spec.clusterIP, made.body.spec.clusterIP);
  assert.is(patched.body.spec.ports[0].port, 81);
});

test('dryRun=All answers as if and stores nothing', async () => {
  const { code } = await request(lab, 'POST', `${configmaps}?dryRun=All`, configMap('one'));
  assert.is(code, 201);
  assert.is(lab.objects('ConfigMap').length, 0);
  assert.is(lab.audit.writes[0]?.changed, false);
});

test('a body that is no JSON, or names another object, is 400', async () => {
  await request(lab, 'POST', configmaps, configMap('one'));
  const renamed = await request(lab, 'PATCH', `${configmaps}/one`, { metadata: { name: 'two' } }, merge);
  assert.is(renamed.code, 400);
  const broken = await fetch(`${lab.server}${configmaps}`, { method: 'POST', body: '{' });
  assert.is(broken.status, 400);
});

test.run();
