import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allowListKey } from '../../plugin/theia/labels.ts';
import { admitsOnly, allowList } from '../../plugin/theia/session.ts';
import { something } from '../harness/objects.ts';

test('an allow-list is its lines without blanks, and admits one user in any case of letters', () => {
  const list = (text: unknown) =>
    something({}, { data: text === undefined ? {} : { [allowListKey]: text as string } });
  assert.equal(allowList(list(' one@example.test \n\n two@example.test\n')), [
    'one@example.test',
    'two@example.test',
  ]);
  assert.equal([allowList(list('')), allowList(list(undefined)), allowList(something({}))], [[], [], []]);
  assert.ok(admitsOnly(list('One@Example.test\n'), 'one@example.test'));
  assert.not.ok(admitsOnly(list('one@example.test\ntwo@example.test'), 'one@example.test'));
  assert.not.ok(admitsOnly(list(''), ''));
});

test.run();
