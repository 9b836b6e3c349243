import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldMatches, labelMatches } from '../../../plugin/lab/api/selectors.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';

const object: KubeObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'one', uid: '1', labels: { app: 'ide', 'theia-cloud.io/session': 'ws' } },
  status: { phase: 'Running' },
};

const cases: [string, boolean][] = [
  ['app=ide', true],
  ['app==ide', true],
  ['app=other', false],
  ['app!=other', true],
  ['missing!=x', true],
  ['theia-cloud.io/session', true],
  ['missing', false],
  ['!missing', true],
  ['!app', false],
  ['app in (ide, other)', true],
  ['app notin (ide,other)', false],
  ['missing notin (x)', true],
  ['app in (ide,other),theia-cloud.io/session=ws', true],
  ['app=ide,theia-cloud.io/session=other', false],
];

for (const [selector, expected] of cases) {
  test(`the label selector ${selector} is ${expected}`, () => {
    assert.is(labelMatches(selector)(object), expected);
  });
}

test('a label selector that cannot be read is refused', () => {
  assert.throws(() => labelMatches('a=b=c d'), /unable to parse/);
});

test('a field selector compares the field at its path', () => {
  assert.is(fieldMatches('metadata.name=one,status.phase!=Pending')(object), true);
  assert.is(fieldMatches('metadata.name=two')(object), false);
});

test.run();
