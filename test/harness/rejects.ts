import * as assert from 'uvu/assert';

/**
 * Awaits the error that an asynchronous function must end with, and returns it for further assertions.
 * `assert.throws` of uvu is synchronous: it would call a rejection "did not throw".
 */
export async function rejects(action: () => Promise<unknown>, expected?: string | RegExp): Promise<Error> {
  let error: unknown;
  let answer: unknown;
  try {
    answer = await action();
  } catch (thrown) {
    error = thrown;
  }
  if (error === undefined) assert.unreachable(`expected a rejection, got ${JSON.stringify(answer)}`);
  if (!(error instanceof Error)) assert.unreachable(`rejected with something that is no Error: ${error}`);
  if (expected !== undefined) assert.match((error as Error).message, expected);
  return error as Error;
}
