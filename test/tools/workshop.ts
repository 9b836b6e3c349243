import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../build/bundle.ts';
import { ensureBinaries } from '../control-plane/build.ts';
import type { Workshop } from './deployer.ts';
import type { HookKubelet } from './hook-kubelet.ts';
import type { Program } from './hook-pod/life.ts';
import type { Tool } from './releases.ts';

/** Everything that scenarios share: the tools, the program as one file, the chart with warmgate's in it. */
export interface Tools {
  dir: string;
  images: ReadonlyMap<string, Program>;
  /** By namespace, as scenarios start them. */
  kubelets: Map<string, HookKubelet>;
  of(tool: Tool): Pick<Workshop, 'helm' | 'driver' | 'chart' | 'bin' | 'image' | 'program'>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const image = 'registry.example.test/warmgate:0.1.0';
/** What the chart runs a bundle with. */
const stockImage = 'docker.io/library/node:24-slim';
const node = join(root, 'node_modules/node/bin/node');

/** Builds what is not built yet, into the cache and a new temporary folder. */
export async function openWorkshop(): Promise<Tools> {
  const { helm3, helm4, 'gitops-driver': driver } = await ensureBinaries(['helm3', 'helm4', 'gitops-driver']);
  const dir = await mkdtemp(join(tmpdir(), 'warmgate-tools-'));
  // The hooks' user is another one.
  await chmod(dir, 0o755);
  const program = join(dir, 'warmgate.js');
  await writeFile(program, (await bundle(root, ''))['warmgate.js']);
  const chart = join(dir, 'chart');
  await cp(join(import.meta.dirname, 'chart'), chart, { recursive: true });
  await cp(join(root, 'charts/patch'), join(chart, 'charts/warmgate'), { recursive: true });
  const bins = {
    helm3: await toolFolder(dir, 'helm3', helm3, program),
    helm4: await toolFolder(dir, 'helm4', helm4, program),
  };
  const runtime = { '/usr/local/bin/node': node };
  return {
    dir,
    kubelets: new Map(),
    images: new Map([
      [
        image,
        { files: { ...runtime, '/app/warmgate.js': program }, entrypoint: ['node', '/app/warmgate.js'] },
      ],
      [stockImage, { files: runtime, entrypoint: ['node'] }],
    ]),
    of: (tool) => {
      const helm = tool === 'helm3' ? 'helm3' : 'helm4';
      return { helm: join(bins[helm], 'helm'), driver, chart, bin: bins[helm], image, program };
    },
    stop: () => rm(dir, { recursive: true, force: true }),
  };
}

/** A folder for the PATH: `helm`, and `warmgate` as it is installed beside it. */
async function toolFolder(dir: string, name: string, helm: string, program: string): Promise<string> {
  const folder = join(dir, `bin-${name}`);
  await mkdir(folder);
  await symlink(helm, join(folder, 'helm'));
  await writeFile(join(folder, 'warmgate'), `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`, { mode: 0o755 });
  return folder;
}
