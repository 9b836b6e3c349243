import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingAccess } from '../../plugin/cluster/access.ts';
import type { Access } from '../../plugin/cluster/port.ts';

const need = (verb: string, resource: string) => ({
  verb,
  group: '',
  resource,
  namespace: 'pools',
  why: `${verb}?`,
});

test('what is missing comes back in the table’s order, with all that its row says', async () => {
  const may = async ({ verb }: Access): Promise<boolean> => verb !== 'patch';
  const missing = await missingAccess({ may }, [
    need('patch', 'services'),
    need('list', 'pods'),
    need('patch', 'leases'),
  ]);
  assert.equal(missing, [need('patch', 'services'), need('patch', 'leases')]);
});

test('all questions are under way at once, the same one only once', async () => {
  let asked = 0;
  const all = Promise.withResolvers<void>();
  const may = async (): Promise<boolean> => {
    asked += 1;
    if (asked === 2) all.resolve();
    await all.promise;
    return false;
  };
  const missing = await missingAccess({ may }, [need('get', 'a'), need('get', 'b'), need('get', 'a')]);
  assert.equal([asked, missing.length], [2, 3]);
});

test.run();
