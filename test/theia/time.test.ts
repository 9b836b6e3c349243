import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lastForeignWrite, millis } from '../../plugin/theia/time.ts';
import { something } from '../harness/objects.ts';

const noon = Date.UTC(2026, 10, 30, 12);

test('a time is read with any fraction, and what is none is the beginning of time', () => {
  assert.equal([millis('2026-11-30T12:00:00Z'), millis('2026-11-30T12:00:00.857725Z')], [noon, noon + 857]);
  for (const value of [undefined, null, 7, '', 'then', {}]) assert.is(millis(value), 0);
});

test('the last foreign write leaves out our own and those of a status', () => {
  const at = (time: string, manager: string, subresource?: string) => ({
    manager,
    time: `2026-11-30T${time}Z`,
    ...(subresource === undefined ? {} : { subresource }),
  });
  const creationTimestamp = '2026-11-30T12:00:00Z';
  assert.is(lastForeignWrite(something({ creationTimestamp })), noon);
  const managedFields = [
    at('12:00:05', 'helm'),
    at('12:00:30', 'warmgate'),
    at('12:00:40', 'operator', 'status'),
  ];
  assert.is(lastForeignWrite(something({ creationTimestamp, managedFields })), noon + 5000);
  assert.is(lastForeignWrite(something({ managedFields: [{ manager: 'helm' }] })), 0);
});

test.run();
