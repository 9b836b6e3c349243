import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../plugin/cluster/port.ts';
import { outlast } from '../../plugin/commands/follow.ts';
import type { Run } from '../../plugin/commands/open-run.ts';
import { RunError } from '../../plugin/model/run-error.ts';

const down = { kind: 'busy', status: 503, reason: 'ServiceUnavailable', verb: 'list' } as const;
const failure = new ApiError({ ...down, resource: 'sessions', namespace: 'theia' });

/** Whether a follow goes on after a failure, how long it rests first, and what it says. */
async function after(thrown: unknown, times: number) {
  const rests: number[] = [];
  const said: string[] = [];
  const run = {
    cluster: { clock: { sleep: async (ms: number) => rests.push(ms) }, server: 'https://api', context: 'c' },
    io: { stop: new AbortController().signal },
    progress: { say: (text: string) => said.push(text) },
  } as unknown as Run;
  return { goesOn: await outlast(run)(thrown, times), rests, said };
}

test('a follow outlasts an API server that fails, and rests twice as long each time, a minute at most', async () => {
  for (const [times, rest] of [
    [1, 2000],
    [2, 4000],
    [5, 32_000],
    [6, 60_000],
    [40, 60_000],
  ] as const) {
    const { goesOn, rests } = await after(failure, times);
    assert.equal([goesOn, rests], [true, [rest]], `${times}`);
  }
  assert.match((await after(failure, 2)).said.join(), /looking again in 4 s/);
});

test('it outlasts nothing that the caller must put right', async () => {
  const wrong = new RunError('unknownNamespace', { namespace: 'theia', server: 'https://api' });
  assert.equal(await after(wrong, 1), { goesOn: false, rests: [], said: [] });
  assert.ok((await after(new RunError('unknownApp', { name: 'java', namespace: 'theia' }), 1)).goesOn);
});

test.run();
