import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Gets SIGKILL when this process ends, if it has not ended before. */
export function endsWithUs(child: ChildProcess): void {
  running.add(child);
  const gone = (): boolean => running.delete(child);
  child.once('error', gone).once('exit', gone);
}
