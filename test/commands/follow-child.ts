import { setTimeout } from 'node:timers/promises';
import { runHere } from './here.ts';

/** `guard --follow` in a process whose heap can be asked for: `heap` is answered with its size in bytes after a collection. */
const { KUBECONFIG = '', WARMGATE_LAB_SCALE = '1' } = process.env;
const running = runHere(['guard', '--follow', '--quiet'], { KUBECONFIG, WARMGATE_LAB_SCALE });

process.on('message', async (word) => {
  if (word === 'stop') return running.stop();
  // A request's time limit is freed when it has run out, and its signal one collection later.
  for (let collections = 0; collections < 3; collections += 1) {
    globalThis.gc?.();
    await setTimeout(600);
  }
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
const { exit } = await running.done;
process.exitCode = exit;
process.disconnect();
