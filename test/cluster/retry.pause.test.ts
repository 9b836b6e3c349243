import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Outcome } from '../../plugin/cluster/errors.ts';
import type { ApiRequest } from '../../plugin/cluster/requests.ts';
import { pauseBefore } from '../../plugin/cluster/retry.ts';

const busy = (retryAfterMs?: number): Outcome =>
  ({ status: 503, text: '', date: undefined, retryAfterMs }) as unknown as Outcome;
const list = { repeat: 'always' } as unknown as ApiRequest;
const creation = { repeat: 'unsent' } as unknown as ApiRequest;
const policy = (left: number, chance = 1) => ({ remaining: () => left, random: () => chance });

test('pauses double from 0.2 s to 8 s, and half of each is chance', () => {
  const all = [1, 2, 3, 6, 7, 50].map((tries) => pauseBefore(list, busy(), tries, policy(600_000)));
  assert.equal(all, [200, 400, 800, 6400, 8000, 8000]);
  assert.is(pauseBefore(list, busy(), 7, policy(600_000, 0)), 4000);
});

test('the last try comes 1 s before the deadline, and none after it', () => {
  assert.is(pauseBefore(list, busy(), 7, policy(9001)), 8000);
  assert.is(pauseBefore(list, busy(), 7, policy(9000)), 8000);
  assert.is(pauseBefore(list, busy(), 7, policy(5000)), 4000);
  assert.is(pauseBefore(list, busy(), 7, policy(1001)), 1);
  assert.is(
    pauseBefore(list, busy(), 1, policy(900)),
    200,
    'a run that has but a second tries twice all the same',
  );
  for (const left of [1000, 500, 0, -1])
    assert.is(pauseBefore(list, busy(), 7, policy(left)), undefined, `${left}`);
});

test('a server that says when to come back is not asked before; past the deadline not at all', () => {
  assert.is(pauseBefore(list, busy(3000), 1, policy(60_000)), 3200);
  assert.is(pauseBefore(list, busy(3000), 1, policy(3201)), 3200);
  assert.is(pauseBefore(list, busy(3000), 1, policy(3200)), undefined);
});

test('what may have been done is not done twice', () => {
  assert.is(pauseBefore(creation, busy(), 1, policy(60_000)), undefined);
});

test.run();
