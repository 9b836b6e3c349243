import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { checkNamespace, type Run } from '../../plugin/commands/open-run.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import { rejects } from '../harness/rejects.ts';

const refusing = { status: 403, reason: 'Forbidden', verb: 'get', resource: 'namespaces' } as const;

function runIn(namespaceExists: () => Promise<boolean>): Run {
  return { cluster: { namespaceExists, server: 'https://api' }, place: { namespace: 'theia' } } as never;
}

test('a namespace that is there is fine, one that is not is the caller s error', async () => {
  assert.is(await checkNamespace(runIn(async () => true)), undefined);
  const missing = await rejects(() => checkNamespace(runIn(async () => false)));
  assert.ok(missing instanceof RunError);
  assert.equal([missing.code, missing.exit], ['unknownNamespace', 2]);
});

test('one that may not be read is left to the lists; other trouble with the API is told', async () => {
  const refused = new ApiError({ ...refusing, kind: 'forbidden', namespace: 'theia' });
  assert.is(await checkNamespace(runIn(async () => Promise.reject(refused))), undefined);
  const busy = new ApiError({ ...refusing, kind: 'busy', namespace: 'theia' });
  assert.is(await rejects(() => checkNamespace(runIn(async () => Promise.reject(busy)))), busy);
});

test.run();
