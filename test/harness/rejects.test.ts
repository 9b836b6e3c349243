import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rejects } from './rejects.ts';

test('the error of a rejection is handed back', async () => {
  const error = new TypeError('no such pool');
  assert.is(await rejects(() => Promise.reject(error), /no such/), error);
});

test('a function that resolves fails the test', async () => {
  const message = await failure(() => rejects(async () => 7));
  assert.match(message, 'expected a rejection, got 7');
});

test('another message fails the test', async () => {
  assert.match(
    await failure(() => rejects(() => Promise.reject(new Error('left')), 'right')),
    /right|include/,
  );
});

test('a thrown value that is no Error fails the test', async () => {
  assert.match(await failure(() => rejects(() => Promise.reject('text'))), 'no Error: text');
});

async function failure(action: () => Promise<unknown>): Promise<string> {
  return action().then(
    () => '',
    (error: Error) => error.message,
  );
}

test.run();
