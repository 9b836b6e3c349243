import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { scaledClock } from '../../../plugin/lab/machine/clock.ts';
import { Dead, pauseOn } from '../../../plugin/lab/operator/context.ts';

test('a wait that a kill cuts short, or that begins after it, throws', async () => {
  const over = new AbortController();
  const pause = pauseOn(scaledClock({ scale: 10 }), over.signal);
  await pause(10);
  const thrown = (ms: number): Promise<unknown> =>
    pause(ms).then(
      () => undefined,
      (error: unknown) => error,
    );
  const cut = thrown(600_000);
  over.abort();
  assert.instance(await cut, Dead);
  assert.instance(await thrown(0), Dead);
});

test.run();
