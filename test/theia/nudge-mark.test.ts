import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { readNudge, writeNudge } from '../../plugin/theia/nudge-mark.ts';

const noon = Date.UTC(2026, 10, 30, 12);

function object(metadata: Partial<KubeObject['metadata']>, more: Partial<KubeObject> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'X', ...more, metadata: { name: 'x', uid: 'x', ...metadata } };
}

test('a nudge that was written is read back', () => {
  const value = writeNudge(3, 2, noon);
  assert.is(value, '3/2/2026-11-30T12:00:00.000Z');
  assert.equal(readNudge(object({ annotations: { 'warmgate/nudge': value } })), {
    generation: 3,
    count: 2,
    at: noon,
  });
});

for (const value of [
  '',
  '3',
  '3/2',
  '3/2/then',
  'x/2/2026-11-30T12:00:00Z',
  '3/-1/2026-11-30T12:00:00Z',
  '1764504000',
  '3/2/',
]) {
  test(`the nudge "${value}" counts as none`, () =>
    assert.is(readNudge(object({ annotations: { 'warmgate/nudge': value } })), undefined));
}

test('no annotation at all is no nudge', () => assert.is(readNudge(object({})), undefined));

test.run();
