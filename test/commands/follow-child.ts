import { runHere } from './here.ts';

/** `guard --follow` in a process whose heap can be asked for: `heap` is answered with its size in bytes after a collection. */
const { KUBECONFIG = '', WARMGATE_LAB_SCALE = '1' } = process.env;
const running = runHere(['guard', '--follow', '--quiet'], { KUBECONFIG, WARMGATE_LAB_SCALE });

process.on('message', (word) => {
  if (word === 'stop') running.stop();
  else {
    globalThis.gc?.();
    process.send?.(process.memoryUsage().heapUsed);
  }
});
const { exit } = await running.done;
process.exitCode = exit;
process.disconnect();
