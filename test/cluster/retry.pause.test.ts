import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../plugin/cluster/requests.ts';
import type { Outcome } from '../../plugin/cluster/errors.ts';
import { pause } from '../../plugin/cluster/retry.ts';

const busy = (retryAfterMs?: number): Outcome =>
  ({ status: 503, text: '', date: undefined, retryAfterMs }) as unknown as Outcome;
const list = { repeat: 'always' } as unknown as Call;
const creation = { repeat: 'unsent' } as unknown as Call;
const patience = (left: number, chance = 1) => ({ remaining: () => left, random: () => chance });

test('pauses double from 0.2 s to 8 s, and half of each is chance', () => {
  const all = [1, 2, 3, 6, 7, 50].map((tries) => pause(list, busy(), tries, patience(600_000)));
  assert.equal(all, [200, 400, 800, 6400, 8000, 8000]);
  assert.is(pause(list, busy(), 7, patience(600_000, 0)), 4000);
});

test('the last try comes 1 s before the deadline, and none after it', () => {
  assert.is(pause(list, busy(), 7, patience(9001)), 8000);
  assert.is(pause(list, busy(), 7, patience(9000)), 8000);
  assert.is(pause(list, busy(), 7, patience(5000)), 4000);
  assert.is(pause(list, busy(), 7, patience(1001)), 1);
  assert.is(
    pause(list, busy(), 1, patience(900)),
    200,
    'a run that has but a second tries twice all the same',
  );
  for (const left of [1000, 500, 0, -1])
    assert.is(pause(list, busy(), 7, patience(left)), undefined, `${left}`);
});

test('a server that says when to come back is not asked before; past the deadline not at all', () => {
  assert.is(pause(list, busy(3000), 1, patience(60_000)), 3200);
  assert.is(pause(list, busy(3000), 1, patience(3201)), 3200);
  assert.is(pause(list, busy(3000), 1, patience(3200)), undefined);
});

test('what may have been done is not done twice', () => {
  assert.is(pause(creation, busy(), 1, patience(60_000)), undefined);
});

test.run();
