import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modes } from '../../plugin/manifests/hooks.ts';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { fromBuilders, isCleanUp, nameOf, readObjects, sameObjects } from './builders.ts';

/** What both versions of Helm make of the chart; test/charts/render.tools.ts holds these files to the chart. */
const rendered = (mode: string): { text: string; objects: Manifest[] } => {
  const text = readFileSync(join(import.meta.dirname, `../fixtures/golden/chart-${mode}.yaml`), 'utf8');
  return { text, objects: readObjects(text) };
};

for (const mode of modes) {
  const { text, objects } = rendered(mode);

  test(`mode ${mode}: the rendered chart is what the builders make, object by object`, () => {
    sameObjects(objects, fromBuilders(mode));
  });

  test(`mode ${mode}: no word of the other tool's annotations`, () => {
    assert.match(text, mode === 'helm' ? 'helm.sh/hook' : 'argocd.argoproj.io/hook');
    assert.not.match(text, mode === 'helm' ? 'argocd.argoproj.io' : 'helm.sh/');
  });

  test(`mode ${mode}: nothing that makes hooks vanish, hang or hold on to others`, () => {
    for (const never of [
      'ttlSecondsAfterFinished',
      'finalizers',
      'blockOwnerDeletion',
      'ownerReferences',
      'generateName',
      'initContainers',
      'hook-failed,',
      'HookFailed',
      'ClusterRole',
    ])
      assert.not.ok(text.includes(never), never);
  });

  test(`mode ${mode}: every object is in the namespace of the release and has a name of ours`, () => {
    for (const object of objects) assert.match(nameOf(object), /^\w+ theia\/warmgate-[a-z-]+$/);
  });
}

test('no template asks the cluster: Argo CD renders without one', () => {
  const folder = join(import.meta.dirname, '../../charts/patch/templates');
  const names = readdirSync(folder);
  assert.ok(names.length > 10);
  for (const name of names) {
    const code = [...readFileSync(join(folder, name), 'utf8').matchAll(/{{-?(?!-? *\/\*)[^}]*}}/g)].join(
      '\n',
    );
    assert.not.match(code, /\b(lookup|Capabilities|getHostByName|rand\w+|now|uuidv4)\b/, name);
  }
});

test('what Helm leaves of a hook when it uninstalls is replaced after that, and deleted at once', () => {
  const { objects } = rendered('helm');
  const left = objects.filter(
    ({ metadata: { annotations = {} } }) =>
      annotations['helm.sh/hook-delete-policy'] === 'before-hook-creation',
  );
  const cleaned = objects.filter(isCleanUp);
  assert.ok(left.length > 0);
  assert.equal(cleaned.map(nameOf).sort(), left.map(nameOf).sort());
  for (const { metadata } of cleaned)
    assert.is(metadata.annotations?.['helm.sh/hook-delete-policy'], 'before-hook-creation,hook-succeeded');
  assert.not.ok(rendered('argo').objects.some(isCleanUp));
});

test.run();
