import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { createNamespace } from './access.ts';
import { isWrite } from './audit.ts';
import { startControlPlane } from './control-plane.ts';
import { startKubelet } from './kubelet.ts';

/**
 * Shows that the control plane does what the scenarios count on: CRDs with their rules, deployments with ready pods,
 * garbage collection over a custom owner, RBAC for service accounts, the audit log. `node test/control-plane/smoke.ts`
 */
const namespace = 'theia';
const apps = `/apis/theia.cloud/v1beta11/namespaces/${namespace}/appdefinitions`;
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const pods = `/api/v1/namespaces/${namespace}/pods`;
const count = 10;

const appDefinition = {
  apiVersion: 'theia.cloud/v1beta11',
  kind: 'AppDefinition',
  metadata: { name: 'java' },
};

let lap = Date.now();
const cluster = await startControlPlane();
try {
  tell(`control plane up: ${cluster.server}`);
  await createNamespace(cluster.api, namespace);
  const kubelet = startKubelet(cluster, {
    namespace,
    decide: (pod) => (pod.metadata.labels?.app === 'java-1' ? 'pull-error' : 'ready'),
    startMs: 100,
  });
  tell('namespace with its service account');

  const spec = { name: 'java', image: 'registry.example.test/java:1.0.0', minInstances: 5, maxInstances: 4 };
  const refused = await cluster.api.send(apps, post({ ...appDefinition, spec }));
  assert.equal(refused.status, 422, 'minInstances above maxInstances must be refused');
  const { body: app } = await cluster.api.call(
    apps,
    post({ ...appDefinition, spec: { ...spec, maxInstances: 5 } }),
  );
  const older = await cluster.api.call(`${apps.replace('v1beta11', 'v1beta8')}/java`);
  assert.equal(older.body.spec.image, spec.image, 'the older version must be served, unknown fields kept');
  for (let id = 1; id <= count; id++) await cluster.api.call(deployments, post(deployment(id, app)));
  await until('pods ready or refused', async () => {
    const { body } = await cluster.api.call(deployments);
    const ready = body.items.filter((item: KubeObject) => item.status?.readyReplicas === 1);
    return ready.length === count - 1;
  });
  const { body: waiting } = await cluster.api.call(`${pods}?labelSelector=app%3Djava-1`);
  assert.equal(waiting.items[0].status.containerStatuses[0].state.waiting.reason, 'ImagePullBackOff');

  const path = await cluster.kubeconfigFor('default', namespace);
  assert.ok(path.startsWith(cluster.dir));
  const mark = await cluster.auditMark();
  assert.deepEqual(await cluster.auditLog(mark), [], 'nobody but the control plane is at work');
  await cluster.api.call(`${apps}/java`, { method: 'DELETE' });
  await until('AppDefinition deleted, deployments and pods collected', async () => {
    const lists = await Promise.all([cluster.api.call(deployments), cluster.api.call(pods)]);
    return lists.every(({ body }) => body.items.length === 0);
  });
  const writes = (await cluster.auditLog(mark)).filter(isWrite);
  const collector = 'system:serviceaccount:kube-system:generic-garbage-collector';
  const collected = writes.filter(
    ({ user, objectRef }) => user.username === collector && objectRef?.resource === 'deployments',
  );
  assert.ok(collected.length >= count, 'the audit log must name the garbage collector');
  assert.equal(writes.filter(({ user }) => user.username === 'test:admin').length, 1);
  tell(`audit log: ${writes.length} writes since the deletion`);
  cluster.check();
  await kubelet.stop();
} finally {
  await cluster.stop();
  tell('stopped');
}

function tell(what: string): void {
  const now = Date.now();
  process.stdout.write(`${((now - lap) / 1000).toFixed(2).padStart(7)} s  ${what}\n`);
  lap = now;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within 60 s: ${what}`);
    await sleep(50);
  }
  tell(what);
}

function post(body: object): { method: string; body: object } {
  return { method: 'POST', body };
}

function deployment(id: number, app: KubeObject): object {
  const labels = { app: `java-${id}` };
  const { apiVersion, kind, metadata } = app;
  return {
    metadata: {
      name: `instance-${id}-java`,
      ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }],
    },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'java', image: app.spec.image }] } },
    },
  };
}
