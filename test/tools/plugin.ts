import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { releaseName, type Workshop } from './deployer.ts';

const file = join(import.meta.dirname, '../../hooks/cmp/plugin.yaml');

/** Renders as Argo CD's repo server lets a config management plugin do it: its generate command, in the environment of a build. */
export async function generateByPlugin(
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
