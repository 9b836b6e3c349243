import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonPatch } from '../../../plugin/lab/api/patch.ts';
import { StatusError } from '../../../plugin/lab/api/status-error.ts';

const object = { metadata: { resourceVersion: '7', labels: { 'a/b': '1' } } };

function codeOf(patch: unknown): number {
  try {
    jsonPatch(object, patch);
  } catch (error) {
    if (error instanceof StatusError) return error.body.code;
  }
  return 0;
}

test('a test that holds lets the other operations through, on a copy', () => {
  const patched = jsonPatch(object, [
    { op: 'test', path: '/metadata/resourceVersion', value: '7' },
    { op: 'replace', path: '/metadata/labels/a~1b', value: '2' },
  ]);
  assert.equal(patched, { metadata: { resourceVersion: '7', labels: { 'a/b': '2' } } });
  assert.is(object.metadata.labels['a/b'], '1');
});

test('a test that does not hold is 422', () => {
  assert.is(codeOf([{ op: 'test', path: '/metadata/resourceVersion', value: '8' }]), 422);
});

test('an operation on a path that is not there is 422', () => {
  assert.is(codeOf([{ op: 'remove', path: '/metadata/annotations' }]), 422);
  assert.is(codeOf([{ op: 'add', path: '/metadata/annotations/x', value: '1' }]), 422);
});

test('what is no list of operations is 400', () => {
  assert.is(codeOf({ metadata: {} }), 400);
});

test.run();
