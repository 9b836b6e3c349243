import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readNudge, writeNudge } from '../../plugin/theia/nudge-mark.ts';
import { something } from '../harness/objects.ts';

const noon = Date.UTC(2026, 10, 30, 12);

test('a nudge that was written is read back', () => {
  const value = writeNudge(3, 2, noon);
  assert.is(value, '3/2/2026-11-30T12:00:00.000Z');
  assert.equal(readNudge(something({ annotations: { 'warmgate/nudge': value } })), {
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
    assert.is(readNudge(something({ annotations: { 'warmgate/nudge': value } })), undefined));
}

test('no annotation at all is no nudge', () => assert.is(readNudge(something({})), undefined));

test.run();
