import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { deployment } from '../request.ts';
import { until } from '../until.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ scale: 50, readyAfter: 100, terminationDelay: 500 });
});
test.after.each(() => lab.stop());

const me = { user: 'test', manager: 'test' };
const namespace = 'theia';
const kind = 'PersistentVolumeClaim';
const claims = (): readonly KubeObject[] => lab.objects(kind);

test('a claim is bound, and a deleted one that nobody uses goes', async () => {
  lab.api.create(me, kind, namespace, { metadata: { name: 'ws' }, spec: {} });
  await until('bound', () => claims()[0]?.status?.phase === 'Bound');
  lab.api.remove(me, { kind, namespace, name: 'ws' });
  await until('gone', () => claims().length === 0);
});

test('a claim stays Terminating until the pods that use it are gone', async () => {
  lab.api.create(me, kind, namespace, { metadata: { name: 'ws' }, spec: {} });
  const body = deployment('ide', 'ide:1') as KubeObject;
  body.spec.template.spec.volumes = [{ name: 'ws', persistentVolumeClaim: { claimName: 'ws' } }];
  lab.api.create(me, 'Deployment', namespace, body);
  await until('a pod runs', () => lab.objects('Pod')[0]?.status?.phase === 'Running');
  lab.api.remove(me, { kind, namespace, name: 'ws' });
  await lab.clock.sleep(2000);
  assert.type(claims()[0]?.metadata.deletionTimestamp, 'string');
  lab.api.remove(me, { kind: 'Deployment', namespace, name: 'ide' });
  await until('gone', () => claims().length === 0);
  assert.is(lab.objects('Pod').length, 0);
});

test.run();
