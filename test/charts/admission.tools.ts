import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { createNamespace } from '../control-plane/access.ts';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { isCleanUp, nameOf, readObjects } from './builders.ts';
import { chart, helms, objectsOf } from './helm.ts';

// limit: 240 s

const test = suite<{ cluster: ControlPlane }>('a namespace that enforces the restricted standard');
const namespace = 'theia';

test.before(async (context) => {
  const cluster = await startControlPlane();
  context.cluster = cluster;
  await createNamespace(cluster.api, namespace);
  await cluster.api.call(`/api/v1/namespaces/${namespace}`, {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
  });
  for (const name of ['guard', 'verify', 'open', 'expired', 'check', 'follow'])
    await cluster.api.call(`/api/v1/namespaces/${namespace}/serviceaccounts`, {
      method: 'POST',
      body: { metadata: { name: `warmgate-${name}` } },
    });
});

test.after(({ cluster }) => cluster?.stop());

/** Every way in which the chart makes pods. */
const variants: Record<string, object> = {
  helm: { follow: { enabled: true } },
  argo: { mode: 'argo', guard: { desired: 'a: 1' } },
  pods: { mode: 'argo', argo: { hookKind: 'Pod' } },
  bundle: { image: { mode: 'bundle' }, bundle: { configMap: 'program' }, follow: { enabled: true } },
};

for (const [title, values] of Object.entries(variants)) {
  test(`every object of the chart is admitted, no field is unknown, and so are its pods: ${title}`, async ({
    cluster,
  }) => {
    const objects = (await objectsOf(helms.helm4, values)).filter((object) => !isCleanUp(object));
    const pods = objects.flatMap(podsOf);
    assert.ok(pods.length + objects.filter(({ kind }) => kind === 'Pod').length >= 5);
    for (const object of [...objects, ...pods]) await admitted(cluster, object);
  });
}

test('the plain manifests for Argo CD are admitted too', async ({ cluster }) => {
  for (const name of ['guard', 'verify', 'open', 'check']) {
    const objects = readObjects(readFileSync(join(chart, `../../hooks/argo/${name}.yaml`), 'utf8'));
    for (const object of [...objects, ...objects.flatMap(podsOf)]) await admitted(cluster, object);
  }
});

test('a pod that may be root is refused there, and an unknown field too', async ({ cluster }) => {
  const [pod] = (await objectsOf(helms.helm4)).flatMap(podsOf);
  if (pod === undefined) throw new Error('the chart has no pod');
  const spec = pod.spec as Record<string, unknown>;
  const root = await create(cluster, { ...pod, spec: { ...spec, securityContext: {} } });
  assert.is(root.status, 403);
  assert.match(root.body.message, /violates PodSecurity "restricted:latest".*runAsNonRoot/);
  const unknown = await create(cluster, { ...pod, spec: { ...spec, deadline: 1 } });
  assert.is(unknown.status, 400);
});

async function admitted(cluster: ControlPlane, object: Manifest): Promise<void> {
  const { status, body } = await create(cluster, object);
  // An account that is there already was admitted before.
  assert.ok(status === 201 || status === 409, `${nameOf(object)}: ${status} ${body.message}`);
}

function create(cluster: ControlPlane, object: Manifest) {
  const { apiVersion, kind } = object;
  const group = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
  const path = `/${group}/namespaces/${namespace}/${kind.toLowerCase()}s`;
  return cluster.api.send(`${path}?dryRun=All&fieldValidation=Strict`, { method: 'POST', body: object });
}

/** Pods that its templates would become. */
function podsOf(object: Manifest): Manifest[] {
  const found: Manifest[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('template' in value) {
      const { metadata, spec } = value.template as { metadata: Manifest['metadata']; spec: unknown };
      const named = { ...metadata, name: `${object.metadata.name}-x`, namespace };
      found.push({ apiVersion: 'v1', kind: 'Pod', metadata: named, spec });
    }
    for (const one of Object.values(value)) look(one);
  };
  look(object);
  return found;
}

test.run();
