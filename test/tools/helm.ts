import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFor, chartValues, injectFlags, patienceSeconds } from './chart.ts';
import { type Deployer, releaseName, startProgram, type Workshop } from './deployer.ts';

/** Releases by Helm 3 or 4; with `helm4-inject` the hooks come from the shipped post-renderer plugin. */
export async function helmDeployer(shop: Workshop): Promise<Deployer> {
  const { tool, helm, namespace } = shop;
  const env = await helmEnvironment(shop);
  const where = ['--namespace', namespace];
  const injects = tool === 'helm4-inject';
  return {
    async release(request) {
      const { hooks, rollBackOnFailure } = request;
      const { chart, values } = await chartFor(shop, request, !injects);
      const flags = injects && hooks !== undefined ? injectFlags(shop, hooks) : undefined;
      const renderer = flags?.map((flag) => `--post-renderer-args=${flag}`) ?? [];
      return startProgram(
        helm,
        [
          ...['upgrade', '--install', releaseName, chart, ...where, '--values', values],
          ...(flags === undefined ? [] : ['--post-renderer', 'warmgate', ...renderer]),
          ...(rollBackOnFailure ? [tool === 'helm3' ? '--atomic' : '--rollback-on-failure'] : []),
          ...['--timeout', `${patienceSeconds(tool, hooks)}s`],
        ],
        env,
      );
    },
    async releaseBeside(hooks) {
      const own = join(shop.chart, 'charts/warmgate');
      const values = join(shop.dir, 'warmgate-values.json');
      await writeFile(values, JSON.stringify(await chartValues(shop, [], hooks)));
      const args = ['upgrade', '--install', 'warmgate', own, ...where, '--values', values];
      return startProgram(helm, [...args, '--timeout', `${patienceSeconds(tool, hooks)}s`], env);
    },
    rollback: async () => startProgram(helm, ['rollback', releaseName, ...where, '--timeout', '60s'], env),
    async status() {
      const { output } = await startProgram(helm, ['status', releaseName, ...where, '-o', 'json'], env).done;
      return JSON.parse(output.slice(output.indexOf('{'))).info.status;
    },
    diff: () => Promise.reject(new Error('Helm has no diff')),
  };
}

/** Nothing of this machine's Helm; no limit of its own on requests. */
export async function helmEnvironment({
  dir,
  bin,
  kubeconfig,
  tool,
}: Workshop): Promise<Record<string, string>> {
  const plugins = join(dir, 'plugins');
  await mkdir(plugins, { recursive: true });
  if (tool === 'helm4-inject')
    await cp(join(import.meta.dirname, '../../hooks/helm4'), join(plugins, 'warmgate'), { recursive: true });
  return {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    KUBECONFIG: kubeconfig,
    HOME: dir,
    HELM_CACHE_HOME: join(dir, 'cache'),
    HELM_CONFIG_HOME: join(dir, 'config'),
    HELM_DATA_HOME: join(dir, 'data'),
    HELM_PLUGINS: plugins,
    HELM_QPS: '200',
    HELM_BURST_LIMIT: '400',
  };
}
