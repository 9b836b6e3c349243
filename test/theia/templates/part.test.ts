import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { expectedParts } from '../../../plugin/theia/names.ts';
import { appDefinitionOwners } from '../../../plugin/theia/owners.ts';
import { placePart } from '../../../plugin/theia/parts.ts';
import { withProxyConfig } from '../../../plugin/theia/templates/config-map.ts';
import { instanceSubject, usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { lazyStart, sessionRoute } from '../../../plugin/theia/templates/session.ts';
import { partTemplate } from '../../../plugin/theia/templates/part.ts';
import { definition, session } from '../pools.ts';
import { appIn, recorded } from '../recordings.ts';

/** What the recordings keep of an object, in one order of keys. */
function kept(object: Pick<KubeObject, 'kind' | 'metadata' | 'spec'>): object {
  const { kind, metadata, spec } = object;
  const containers = spec?.template?.spec?.containers?.map(
    ({ name, image, ports }: { name: string; image: string; ports: { containerPort: number }[] }) => [
      name,
      image,
      ports.map(({ containerPort }) => containerPort),
    ],
  );
  const ports = spec?.ports?.map((port: { name?: string; port: number; targetPort: unknown }) => [
    port.name,
    port.port,
    port.targetPort,
  ]);
  return {
    kind,
    name: metadata.name,
    labels: Object.entries(metadata.labels ?? {}).sort(),
    owners: metadata.ownerReferences?.map((owner) => Object.entries(owner).sort()),
    selector: spec?.selector,
    podLabels: Object.entries(spec?.template?.metadata?.labels ?? {}).sort(),
    containers,
    ports,
  };
}

test('every part of a free, current instance in the recordings is what its template makes', () => {
  let seen = 0;
  for (const name of ['01-claimed', '20-side', '50-workspace']) {
    const objects = recorded(name);
    for (const object of objects) {
      const placed = placePart(object);
      if (placed === undefined || object.metadata.ownerReferences?.length !== 1) continue;
      const owner = appDefinitionOwners(object)[0];
      if (owner === undefined || objects.every(({ metadata }) => metadata.uid !== owner.uid)) continue;
      const app = appIn(objects, owner.name);
      if (object.metadata.labels?.['theia-cloud.io/appdefinition-generation'] === '7') continue;
      const part = expectedParts(app, placed.id, usualSettings).find(
        ({ kind, sidecar }) => kind === placed.kind && sidecar === placed.sidecar,
      );
      assert.ok(part, object.metadata.name);
      const made = partTemplate(app, placed.id, part as never, usualSettings) as KubeObject;
      assert.equal(kept(made), kept(object), `${name} ${object.kind} ${object.metadata.name}`);
      seen += 1;
    }
  }
  assert.ok(seen > 80, `${seen} compared`);
});

test('the objects of a session that started lazily are those recorded', () => {
  for (const [name, sessionName, app] of [
    ['12-held-claims', 'ws-f', 'java-25-latest'],
    ['53-workspace-applied', 'ws-max', 'ws-pool'],
  ] as const) {
    const objects = recorded(name);
    const own = objects.find(({ metadata }) => metadata.name === sessionName) as KubeObject;
    const made = lazyStart(own, appIn(objects, app), usualSettings).objects as KubeObject[];
    const wanted = objects.filter(
      ({ kind, metadata }) =>
        ['Service', 'ConfigMap', 'Deployment'].includes(kind) && metadata.name.startsWith('session-'),
    );
    const byName = (a: KubeObject, b: KubeObject): number =>
      `${a.kind}/${a.metadata.name}` < `${b.kind}/${b.metadata.name}` ? -1 : 1;
    assert.equal(made.sort(byName).map(kept), wanted.sort(byName).map(kept), name);
  }
});

test('upstream objects carry no generation', () => {
  const app = definition('ide', {});
  const settings = { ...usualSettings, generationLabels: false };
  for (const part of expectedParts(app, 1, settings)) {
    const { metadata } = partTemplate(app, 1, part, settings);
    assert.not('theia-cloud.io/appdefinition-generation' in metadata.labels);
  }
});

test('a proxy configuration is the source with the address and port of its instance', () => {
  const app = definition('ide', {});
  const source = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'oauth2-proxy-config', uid: 'x' },
    data: { 'oauth2-proxy.cfg': 'redirect_url="https://placeholder-host/cb"\nupstream=":placeholder-port"' },
  };
  const subject = instanceSubject(app, 2, usualSettings);
  assert.equal(withProxyConfig({ data: {} }, source, subject, 'instances.example.test').data, {
    'oauth2-proxy.cfg': 'redirect_url="https://instances.example.test/ide-2/cb"\nupstream=":3000"',
  });
});

test("a session's route leads to the Service it is given, at the app's port, through the shared gateway", () => {
  const app = definition('ide', {});
  const shared = {
    ...definition('route', {}),
    spec: { parentRefs: [{ name: 'gateway' }], hostnames: ['instances.example.test'] },
  };
  const one = session('ws-one', app);
  const route = sessionRoute(one, app, { service: 'instance-1-java-ls-ide', path: '/ide-1' }, shared);
  assert.is(route.metadata.name, `${one.metadata.uid}-route`);
  assert.equal(route.spec.parentRefs, [{ name: 'gateway' }]);
  assert.equal(route.spec.rules[1].backendRefs, [{ name: 'instance-1-java-ls-ide', port: 3000 }]);
});

test.run();
