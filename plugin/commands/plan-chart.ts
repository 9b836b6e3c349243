import { resolve } from 'node:path';
import { execa } from 'execa';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { readObjects } from '../observe/read-objects.ts';
import type { Io } from './io.ts';

/** Longest that helm may take; a chart that fetches something is none that a plan should wait for. */
const longestMs = 60_000;

/**
 * What `helm template` makes of a chart. `lookup` finds nothing there, so values that a chart takes from the cluster are its
 * defaults, as under Argo CD.
 * @throws RunError 'helmMissing', 'helmFailed', 'notKubernetes'
 */
export async function chartManifests(
  chart: string,
  values: readonly string[],
  namespace: string,
  io: Pick<Io, 'cwd' | 'env' | 'stop'>,
): Promise<KubeObject[]> {
  const files = values.flatMap((file) => ['--values', resolve(io.cwd, file)]);
  const args = ['template', 'plan', resolve(io.cwd, chart), '--namespace', namespace, ...files];
  const done = await execa('helm', args, {
    cwd: io.cwd,
    env: { ...io.env },
    extendEnv: false,
    stdin: 'ignore',
    timeout: longestMs,
    cancelSignal: io.stop,
    maxBuffer: 100_000_000,
    reject: false,
  });
  if (done.isCanceled) throw new RunError('interrupted', {});
  if (done.code === 'ENOENT') throw new RunError('helmMissing', {});
  if (done.failed)
    throw new RunError('helmFailed', { chart, reason: lastLine(done.stderr) || 'it says nothing' });
  return readObjects(done.stdout, chart);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
