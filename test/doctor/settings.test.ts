import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { changed, free, ofKind, pool } from '../assess/given.ts';
import { objectOf, stamp, worldStart } from '../harness/world-objects.ts';
import { codesOf, factsOf, find } from './facts-of.ts';

const objects = pool([free(1)]);
const without = (kind: string): KubeObject[] =>
  objects.filter((each) => !ofKind(kind, 'oauth2-proxy-config')(each));

function routed(...there: string[]): KubeObject[] {
  const apps = changed(objects, ofKind('AppDefinition'), {
    spec: { ...objects[0]?.spec, ingressname: 'shared' },
  });
  return [...apps, ...there.map((name) => objectOf('HTTPRoute', name, name))];
}

test('oauth2-proxy-config: there, missing, or not needed without Keycloak (F8)', () => {
  assert.ok(codesOf(factsOf(objects)).includes('proxyConfigThere'));
  assert.equal(find(factsOf(without('ConfigMap')), 'proxyConfigMissing', 'proxyConfigThere'), [
    { code: 'proxyConfigMissing', args: { configMap: 'oauth2-proxy-config' } },
  ]);
  const plain = pool([free(1)], {}, { keycloak: false });
  assert.equal(find(factsOf(plain), 'proxyConfigMissing', 'proxyConfigThere'), []);
});

test('HTTPRoutes that AppDefinitions name: there, missing, not served, not seen (F9)', () => {
  const all = ['routesThere', 'routeMissing', 'routesNotServed', 'routesNotSeen'] as const;
  assert.equal(find(factsOf(routed('shared')), ...all), [
    { code: 'routesThere', args: { routes: 'shared' } },
  ]);
  assert.equal(find(factsOf(routed('other')), ...all), [
    { code: 'routeMissing', args: { app: 'java', route: 'shared' } },
  ]);
  assert.equal(find(factsOf(routed(), { sight: { HTTPRoute: 'notServed' } }), ...all), [
    { code: 'routesNotServed', args: { count: 1 } },
  ]);
  assert.equal(find(factsOf(routed(), { sight: { HTTPRoute: 'forbidden' } }), ...all), [
    { code: 'routesNotSeen', args: {} },
  ]);
  const unnamed = changed(objects, ofKind('AppDefinition'), ({ spec: { ingressname: _, ...spec } }) => ({
    spec,
  }));
  assert.equal(find(factsOf(unnamed, { sight: { HTTPRoute: 'notServed' } }), ...all), []);
});

test('settings that changed after instances were made are told by pool (F14)', () => {
  const newer = changed(objects, ofKind('ConfigMap', 'oauth2-proxy-config'), {
    metadata: { creationTimestamp: stamp(worldStart - 1000) },
  });
  assert.equal(find(factsOf(newer), 'settingsNewer'), [
    { code: 'settingsNewer', args: { what: 'oauth2-proxy-config', apps: 'java' } },
  ]);
  assert.equal(find(factsOf(objects), 'settingsNewer'), []);
});

test('sidecars are deleted by each pass of the fork, and misroute where their name sorts first (F4, F5)', () => {
  const all = ['noSidecars', 'sidecarsDeleted', 'sidecarFirst'] as const;
  assert.equal(find(factsOf(objects), ...all), [{ code: 'noSidecars', args: {} }]);
  const after = pool([free(1)], { sidecars: 'after' });
  assert.equal(find(factsOf(after), ...all), [{ code: 'sidecarsDeleted', args: { apps: 'java' } }]);
  const before = pool([free(1)], { sidecars: 'before' });
  assert.equal(find(factsOf(before), ...all), [
    { code: 'sidecarsDeleted', args: { apps: 'java' } },
    { code: 'sidecarFirst', args: { app: 'java', sidecar: 'a-ls' } },
  ]);
});

test('an upstream operator leaves sidecars, of which it knows nothing', () => {
  const bare = pool([free(1)], { sidecars: 'before' }).map((object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      labels: object.metadata.name === 'operator-deployment' ? { app: 'operator' } : {},
    },
  }));
  assert.not.ok(codesOf(factsOf(bare)).includes('sidecarsDeleted'));
});

test('images: latest or no tag, a tag, a tag that is always pulled, a digest', () => {
  const digest = `a@sha256:${'0'.repeat(64)}`;
  for (const [image, imagePullPolicy, code] of [
    ['registry.example.test:5000/java', 'Always', 'imagesLatest'],
    ['java:latest', 'IfNotPresent', 'imagesLatest'],
    ['java:1.3.0', 'IfNotPresent', 'imagesMutable'],
    ['java:1.3.0', undefined, 'imagesMutable'],
    ['java:1.3.0', 'Always', 'imagesAlways'],
    [digest, 'IfNotPresent', 'imagesPinned'],
  ] as const) {
    const apps = changed(objects, ofKind('AppDefinition'), {
      spec: { name: 'java', minInstances: 1, image, imagePullPolicy },
    });
    const codes = codesOf(factsOf(apps)).filter((each) => each.startsWith('images'));
    assert.equal(codes, [code], `${image} ${imagePullPolicy}`);
  }
});

test('the worst image of an AppDefinition counts, those of sidecars too; one without a pool does not', () => {
  const spec = { name: 'java', image: `a@sha256:${'0'.repeat(64)}`, sidecars: [{ name: 'ls', image: 'ls' }] };
  const apps = (minInstances: number): KubeObject[] =>
    changed(objects, ofKind('AppDefinition'), { spec: { ...spec, minInstances } });
  assert.ok(codesOf(factsOf(apps(1))).includes('imagesLatest'));
  assert.not.ok(codesOf(factsOf(apps(0))).some((code) => code.startsWith('images')));
});

test.run();
