import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appDefinition } from '../plugin/lab/lab-with-operator.ts';
import { createNamespace } from './control-plane/access.ts';
import { ensureBinaries } from './control-plane/build.ts';
import { type ControlPlane, startControlPlane } from './control-plane/control-plane.ts';
import { docCommands } from './harness/doc-commands.ts';
import { buildProgram } from './harness/program-file.ts';

// limit: 600 s

const root = join(import.meta.dirname, '..');
const test = suite<{ cluster: ControlPlane; dir: string }>('commands of the documents');

test.before(async (context) => {
  context.cluster = await startControlPlane();
  context.dir = await mkdtemp(join(tmpdir(), 'warmgate-docs-'));
  await createNamespace(context.cluster.api, 'theia');
});

test.after(async ({ cluster, dir }) => {
  await cluster?.stop();
  await rm(dir, { recursive: true, force: true });
});

test('every helm and kubectl command in the documents runs as it stands, against a real API server', async ({
  cluster,
  dir,
}) => {
  const { helm4, kubectl } = await ensureBinaries(['helm4', 'kubectl']);
  const program = await buildProgram();
  const warmgate = `${process.execPath} ${program}`;
  await mkdir(join(dir, 'bin'));
  for (const [name, what] of Object.entries({ helm: helm4, kubectl, warmgate })) {
    const file = join(dir, 'bin', name);
    await writeFile(file, `#!/bin/sh\nexec ${what} "$@"\n`);
    await chmod(file, 0o755);
  }
  await cp(join(root, 'charts'), join(dir, 'charts'), { recursive: true });
  await cp(join(root, 'hooks'), join(dir, 'hooks'), { recursive: true });
  await mkdir(join(dir, 'dist'));
  await cp(program, join(dir, 'dist/warmgate.js'));
  await mkdir(join(dir, 'chart/templates'), { recursive: true });
  await writeFile(join(dir, 'chart/Chart.yaml'), 'apiVersion: v2\nname: pools\nversion: 1.0.0\n');
  const pools = JSON.stringify(appDefinition('java-25', 'ghcr.io/example/thm-java-25:1.3.0', 2));
  await writeFile(join(dir, 'chart/templates/pools.json'), pools);
  const env = {
    PATH: `${join(dir, 'bin')}:${process.env.PATH ?? ''}`,
    HOME: dir,
    KUBECONFIG: cluster.kubeconfig,
    HELM_CACHE_HOME: join(dir, 'cache'),
    HELM_CONFIG_HOME: join(dir, 'config'),
    HELM_DATA_HOME: join(dir, 'data'),
  };
  const run = async (line: string): Promise<void> => {
    const shell = { cwd: dir, env, extendEnv: false, all: true, reject: false, input: '' } as const;
    const { exitCode, all } = await execa('sh', ['-c', line], shell);
    assert.is(exitCode, 0, `${line}\n${all}`);
  };
  const lines = [...docCommands(root, 'helm'), ...docCommands(root, 'kubectl')].map(({ line }) => line);
  assert.ok(lines.length >= 7, `${lines.length} commands`);
  for (const line of new Set(lines)) {
    if (!line.startsWith('helm upgrade')) {
      await run(line);
      continue;
    }
    // Ways for a namespace to come to its hooks, of which somebody takes one.
    await run('helm uninstall pools warmgate -n theia --ignore-not-found --no-hooks');
    await run('helm install pools ./chart -n theia');
    // Nobody runs pods here: hooks by Helm are played by the suite of the tools.
    await run(`${line} --no-hooks`);
    const release = line.includes('upgrade pools') ? 'pools' : 'warmgate';
    const { stdout } = await execa(helm4, ['get', 'hooks', release, '-n', 'theia'], {
      env,
      extendEnv: false,
    });
    const hooked = release === 'warmgate' || line.includes('--post-renderer');
    assert.is(stdout.includes('name: warmgate-verify'), hooked, line);
  }
});

test.run();
