import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generationOf } from '../../plugin/theia/labels.ts';
import { something } from '../harness/objects.ts';

for (const [label, generation] of [
  ['2', 2],
  ['0', 0],
  ['007', 7],
  ['', undefined],
  ['two', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['9'.repeat(16), undefined],
] as const) {
  test(`the label "${label}" is generation ${generation}`, () =>
    assert.is(
      generationOf(something({ labels: { 'theia-cloud.io/appdefinition-generation': label } })),
      generation,
    ));
}

test.run();
