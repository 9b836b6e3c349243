import {
  AppsV1Api,
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  PatchStrategy,
  setHeaderOptions,
  Watch,
} from '@kubernetes/client-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { rejects } from '../../harness/rejects.ts';
import { appDefinition, configMap, deployment } from '../request.ts';
import { until } from '../until.ts';

let lab: Lab;
let config: KubeConfig;
test.before(async () => {
  lab = await startLab({ scale: 50 });
  config = new KubeConfig();
  config.loadFromFile(lab.kubeconfigFor('client'));
});
test.after(() => lab.stop());

const namespace = 'theia';

test('the JavaScript client creates, lists, patches and deletes', async () => {
  const core = config.makeApiClient(CoreV1Api);
  const made = await core.createNamespacedConfigMap({ namespace, body: configMap('one') });
  assert.is(lab.audit.writes.at(-1)?.user, 'client');
  const { items } = await core.listNamespacedConfigMap({ namespace });
  assert.is(items[0]?.metadata?.uid, made.metadata?.uid);
  const patched = await core.patchNamespacedConfigMap(
    { name: 'one', namespace, body: { data: { key: 'new' } }, fieldManager: 'warmgate' },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );
  assert.equal(patched.data, { key: 'new' });
  assert.is(patched.metadata?.managedFields?.at(-1)?.manager, 'warmgate');
  const uid = made.metadata?.uid ?? '';
  const wrong = { name: 'one', namespace, body: { preconditions: { uid: 'other' } } };
  const refused = await rejects(() => core.deleteNamespacedConfigMap(wrong));
  assert.is((refused as Error & { code?: number }).code, 409);
  await core.deleteNamespacedConfigMap({ name: 'one', namespace, body: { preconditions: { uid } } });
  assert.is(lab.objects('ConfigMap').length, 0);
});

test('it sees custom objects and the pods of a Deployment', async () => {
  const custom = config.makeApiClient(CustomObjectsApi);
  const where = { group: 'theia.cloud', version: 'v1beta11', namespace, plural: 'appdefinitions' };
  await custom.createNamespacedCustomObject({ ...where, body: appDefinition('java') });
  const list = await custom.listNamespacedCustomObject(where);
  assert.is(list.items[0].spec.name, 'java');
  const apps = config.makeApiClient(AppsV1Api);
  await apps.createNamespacedDeployment({ namespace, body: deployment('ide', 'ide:1') });
  await until('ready', () => lab.api.get('Deployment', namespace, 'ide').status?.readyReplicas === 1);
  const pods = await config
    .makeApiClient(CoreV1Api)
    .listNamespacedPod({ namespace, labelSelector: 'app=ide' });
  assert.match(pods.items[0]?.status?.containerStatuses?.[0]?.imageID ?? '', /^ide:1@sha256:[0-9a-f]{64}$/);
});

test('its watch hears of a change', async () => {
  const heard: string[] = [];
  const watch = new Watch(config);
  const path = `/api/v1/namespaces/${namespace}/services`;
  const controller = await watch.watch(
    path,
    { resourceVersion: String(lab.store.resourceVersion()) },
    (type: string, object: { metadata: { name: string } }) => heard.push(`${type} ${object.metadata.name}`),
    () => undefined,
  );
  const body = { metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } };
  await config.makeApiClient(CoreV1Api).createNamespacedService({ namespace, body });
  await until('the event', () => heard.length > 0);
  controller.abort();
  assert.equal(heard, ['ADDED one']);
});

test.run();
