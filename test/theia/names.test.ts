import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { expectedParts } from '../../plugin/theia/names.ts';
import { appDefinitionOwners } from '../../plugin/theia/owners.ts';
import { placePart } from '../../plugin/theia/parts.ts';

const folder = new URL('../fixtures/recordings/', import.meta.url);

function app(name: string, sidecars: object[] = []): KubeObject {
  return {
    apiVersion: 'theia.cloud/v1beta11',
    kind: 'AppDefinition',
    metadata: { name, uid: '6f1a8966-4d5a-41dc-82ba-381261d79c23', generation: 1 },
    spec: { name, sidecars },
  };
}

function nameOf(definition: KubeObject, id: number, kind: string): string | undefined {
  return expectedParts(definition, id, { keycloak: true }).find((part) => part.kind === kind)?.name;
}

test('every object of a pool in the recordings has the name that is expected of its id', () => {
  let seen = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const { items }: { items: KubeObject[] } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    const apps = new Map(
      items.filter(({ kind }) => kind === 'AppDefinition').map((each) => [each.metadata.uid, each]),
    );
    for (const object of items) {
      const placed = placePart(object);
      const owner = apps.get(appDefinitionOwners(object)[0]?.uid ?? '');
      if (placed === undefined || owner === undefined) continue;
      const expected = expectedParts(owner, placed.id, { keycloak: true }).find(
        (part) => part.kind === placed.kind && part.sidecar === placed.sidecar,
      );
      assert.is(expected?.name, object.metadata.name, `${file} ${object.kind}`);
      seen += 1;
    }
  }
  assert.ok(seen > 500, `${seen} objects compared`);
});

test('a long app is cut to 17 characters in the main name, and to 11 beside proxy and email', () => {
  const long = app('some-app-definition');
  assert.is(nameOf(long, 1, 'deployment'), 'instance-1-some-app-definiti-381261d79c23');
  assert.is(nameOf(long, 1, 'emailConfigMap'), 'instance-1-email-some-app-de-381261d79c23');
});

test('a sidecar and its app are cut to 11 characters each', () => {
  const long = app('some-app-definition', [{ name: 'longidentifier', image: 'x' }]);
  assert.is(nameOf(long, 1, 'sidecarService'), 'instance-1-longidentif-some-app-de-381261d79c23');
});

test('the internal Service keeps its suffix whole and gives up a character of the app from id 100 on', () => {
  const long = app('some-app-definition');
  assert.is(nameOf(long, 12, 'internalService'), 'instance-12-some-app-definiti-381261d79c23-int');
  assert.is(nameOf(long, 100, 'internalService'), 'instance-100-some-app-definit-381261d79c23-int');
  assert.is(nameOf(long, 100, 'externalService'), 'instance-100-some-app-definiti-381261d79c23');
});

test('characters that Kubernetes refuses become dashes', () => {
  assert.is(nameOf(app('Java.17_Latest'), 2, 'deployment'), 'instance-2-java-17-latest-381261d79c23');
});

test.run();
