import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { type Deployer, type Deployment, type Outcome, releaseName, type Workshop } from './deployer.ts';
import { helmEnvironment } from './helm.ts';
import { injectFlags } from './hook-values.ts';
import { generateByPlugin } from './plugin.ts';
import { chartFor } from './pools-chart.ts';
import { startProgram } from './programs.ts';

/**
 * An application of Argo CD: rendered by `helm template` as its repo server does, synced by its own engine. With
 * `argo-inject` the shipped config management plugin renders.
 */
export async function argoDeployer(shop: Workshop): Promise<Deployer> {
  const { driver, kubeconfig, namespace, dir, helm } = shop;
  const env = await helmEnvironment(shop);
  const manifests = join(dir, 'manifests.yaml');
  const app = [
    '--kubeconfig',
    kubeconfig,
    '--app',
    releaseName,
    '--namespace',
    namespace,
    '--manifests',
    manifests,
  ];
  const injects = shop.tool === 'argo-inject';
  return {
    async release(request) {
      const { hooks, retry, serverSide, tracking } = request;
      const { chart, values } = await chartFor(shop, request, !injects);
      const render = ['template', releaseName, chart, '--namespace', namespace, '--values', values];
      const rendered =
        injects && hooks !== undefined
          ? await generateByPlugin(shop, env, values, injectFlags(shop, hooks))
          : (await execa(helm, render, { env, extendEnv: false })).stdout;
      await writeFile(manifests, rendered);
      const how = [`--server-side=${serverSide}`, '--tracking', tracking, '--retry', String(retry)];
      const pace = ['--wave-delay', '300ms', '--backoff', '300ms'];
      return operation(startProgram(driver, ['sync', ...app, ...how, ...pace], { HOME: dir }, 'SIGUSR1'));
    },
    releaseBeside: () => Promise.reject(new Error('an application of its own is another scenario')),
    rollback: () => Promise.reject(new Error('a rollback of Argo CD is a sync')),
    status: async () => '',
    async diff({ tracking, serverSide }) {
      const args = ['diff', ...app, '--tracking', tracking, `--server-side=${serverSide}`];
      const { output } = await startProgram(driver, args, { HOME: dir }).done;
      const lines: { kind: string; name: string; status: string }[] = readLines(output);
      if (lines.length === 0) throw new Error(`no diff: ${output}`);
      const outOfSync = lines.filter(({ status }) => status !== 'Synced');
      return { outOfSync: outOfSync.map(({ kind, name }) => `${kind}/${name}`), output };
    },
  };
}

/** The engine's last words are those that Argo CD shows: the operation's message and those of objects that failed. */
function operation(started: Deployment): Deployment {
  return {
    ...started,
    done: started.done.then(({ ok, output, seconds }): Outcome => {
      const lines: StateLine[] = readLines(output);
      const last = lines.findLast(({ event }) => event === 'attempt');
      const told = (last?.resources ?? []).filter(({ hookPhase }) => hookPhase !== 'Succeeded');
      const words = told.map(
        ({ kind, name, hookPhase, message }) => `${kind} ${name} ${hookPhase}: ${message}`,
      );
      const rest = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      return { ok, output: [`${last?.phase}: ${last?.message}`, ...words, ...rest].join('\n'), seconds };
    }),
  };
}

/** What gitops-driver prints. */
interface StateLine {
  event: 'phase' | 'attempt' | 'result';
  phase: string;
  message: string;
  resources?: { kind: string; name: string; hookPhase?: string; message: string }[];
}

function readLines<T>(output: string): T[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as T);
}
