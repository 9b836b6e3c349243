import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { chartFor, injectFlags } from './chart.ts';
import {
  type Deployer,
  type Deployment,
  type Outcome,
  releaseName,
  startProgram,
  type Workshop,
} from './deployer.ts';
import { helmEnvironment } from './helm.ts';

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

const file = join(import.meta.dirname, '../../hooks/cmp/plugin.yaml');

/** Renders as Argo CD's repo server lets a config management plugin do it: its generate command, in the environment of a build. */
async function generateByPlugin(
  shop: Workshop,
  env: Record<string, string>,
  values: string,
  flags: readonly string[],
): Promise<string> {
  const { command, args } = parse(await readFile(file, 'utf8')).spec.generate;
  const build = {
    ARGOCD_APP_NAME: releaseName,
    ARGOCD_APP_NAMESPACE: shop.namespace,
    ARGOCD_APP_REVISION: 'a1b2c3d4',
    ARGOCD_ENV_HELM_ARGS: `--values ${values}`,
    KUBE_VERSION: '1.36.3',
    KUBE_API_VERSIONS: 'v1,apps/v1,theia.cloud/v1beta11',
  };
  const [program, ...more] = command;
  const { stdout } = await execa(program, [...more, ...args], {
    cwd: shop.chart,
    env: { ...env, ...build, ...variables(flags) },
    extendEnv: false,
  });
  return stdout;
}

/** `--image=x` is WARMGATE_IMAGE of the sidecar; flags of hooks are set in an Application, whose variables get a prefix. */
function variables(flags: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    flags.map((flag) => {
      const [, name = '', value = ''] = /^--([a-z-]+)=(.*)$/s.exec(flag) ?? [];
      const key = `WARMGATE_${name.toUpperCase().replaceAll('-', '_')}`;
      return [key.endsWith('_FLAGS') ? `ARGOCD_ENV_${key}` : key, value];
    }),
  );
}
