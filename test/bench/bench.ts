import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { startLab } from '../../plugin/lab/lab.ts';
import { appDefinition, groundwork } from '../../plugin/lab/lab-with-operator.ts';
import { installOperator, operatorArguments } from '../../plugin/lab/operator/install.ts';
import { startOperator } from '../../plugin/lab/operator/operator.ts';
import { ensureBinaries } from '../control-plane/build.ts';

/**
 * `npm run bench`: the bundle's verify that has nothing to do against one `kubectl get` of the same objects, as whole processes in turn, on a
 * pool of 40. Prints medians and the ratio pair by pair; nothing is asserted.
 */
const run = promisify(execFile);
const rounds = Number(process.argv[2] ?? 9);
const namespace = 'theia';
const kinds = 'appdefinitions,sessions,deployments,replicasets,pods,services,configmaps,leases';

const [{ kubectl }, lab] = await Promise.all([
  ensureBinaries(['kubectl'], console.error),
  startLab({ scale: 1, readyAfter: 100 }),
]);
const somebody = { user: 'somebody', manager: 'kubectl' };
for (const { kind, object } of groundwork) lab.api.create(somebody, kind, namespace, object as never);
lab.api.create(
  somebody,
  'AppDefinition',
  namespace,
  appDefinition('java-25', 'ghcr.io/example/java:1.3.0', 40) as never,
);
const server = lab.kubeconfigFor('operator');
await installOperator(server, namespace, {
  kind: 'ensure-on-added',
  args: operatorArguments(),
  image: 'operator:1',
});
const operator = startOperator({ kind: 'ensure-on-added', server, namespace, clock: lab.clock, pace: 5 });
await run(process.execPath, ['build/build.ts']);
try {
  await operator.whenQuiet(12_000);
  const env = { ...process.env, ...lab.environment('warmgate') };
  const ours = () =>
    run(process.execPath, ['dist/warmgate.js', 'verify', '-o', 'json', '--quiet'], { env, maxBuffer: 1e8 });
  const peer = () => run(kubectl, ['get', kinds, '-n', namespace, '-o', 'json'], { env, maxBuffer: 1e8 });
  await ours();
  await peer();
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await timed(ours), await timed(peer)]);
  console.log(`verify with nothing to do   ${median(pairs.map(([a]) => a)).toFixed(0)} ms`);
  console.log(`kubectl get, same objects   ${median(pairs.map(([, b]) => b)).toFixed(0)} ms`);
  console.log(`ratio, pair by pair         ${median(pairs.map(([a, b]) => a / b)).toFixed(2)}`);
} finally {
  operator.kill();
  await lab.stop();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
