import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { fromBuilders, sameObjects } from './builders.ts';
import { chart, helms, objectsOf, render } from './helm.ts';

const test = suite<{ parent: string }>('as a dependency');

test.before((context) => {
  context.parent = mkdtempSync(join(tmpdir(), 'warmgate-parent-'));
  mkdirSync(join(context.parent, 'templates'));
  cpSync(chart, join(context.parent, 'charts/warmgate'), { recursive: true });
  const files = {
    'Chart.yaml': {
      apiVersion: 'v2',
      name: 'pools',
      version: '1.0.0',
      dependencies: [{ name: 'warmgate', version: '0.1.0', condition: 'warmgate.enabled' }],
    },
    'values.yaml': { global: { domain: 'ide.example.test' }, warmgate: { mode: 'helm' } },
    'templates/pool.yaml': {
      apiVersion: 'theia.cloud/v1beta11',
      kind: 'AppDefinition',
      metadata: { name: 'java' },
      spec: { image: 'registry.example.test/java:1' },
    },
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(context.parent, name), stringify(content));
});

test.after(({ parent }) => rmSync(parent, { recursive: true }));

for (const [version, helm] of Object.entries(helms)) {
  for (const mode of ['helm', 'argo'] as const) {
    test(`${version}, mode ${mode}: the same objects beside the parent's, in the namespace of the release`, async ({
      parent,
    }) => {
      const objects = await objectsOf(helm, { warmgate: { mode } }, parent);
      assert.equal(objects.filter(({ kind }) => kind === 'AppDefinition').length, 1);
      const ours = objects.filter(({ kind }) => kind !== 'AppDefinition');
      sameObjects(ours, fromBuilders(mode));
    });
  }

  test(`${version}: off by the parent's values, nothing of it is left`, async ({ parent }) => {
    const objects = await objectsOf(helm, { warmgate: { enabled: false } }, parent);
    assert.equal(
      objects.map(({ kind }) => kind),
      ['AppDefinition'],
    );
  });

  test(`${version}: a typo below its name in the parent's values is refused`, async ({ parent }) => {
    const { exit, err } = await render(helm, { warmgate: { verify: { timeout: 1 } } }, parent);
    assert.is.not(exit, 0);
    assert.match(err, /timeout/);
  });
}

test.run();
