import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../build/bundle.ts';
import { createNamespace } from '../control-plane/access.ts';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { type HookKubelet, startHookKubelet } from '../tools/hook-kubelet.ts';
import { chart, helms } from './helm.ts';

// limit: 300 s

const root = join(chart, '../..');
const stockImage = 'docker.io/library/node:24-slim';
/** Of the data of one Secret (https://kubernetes.io/docs/concepts/configuration/secret/#restriction-data-size). */
const mostInSecret = 1_048_576;

interface Context {
  cluster: ControlPlane;
  folder: string;
}

/** With the program in the release itself, the largest that there is, on the real API server. */
const test = suite<Context>('a release with its program');

test.before(async (context) => {
  context.folder = await mkdtemp(join(tmpdir(), 'warmgate-release-'));
  await writeFile(join(context.folder, 'warmgate.js'), (await bundle(root, ''))['warmgate.js']);
  context.cluster = await startControlPlane();
});

test.after(async ({ cluster, folder }) => {
  await cluster?.stop();
  await rm(folder, { recursive: true });
});

for (const [version, binary] of Object.entries(helms)) {
  test(`${version}: installed, upgraded, rolled back and gone without a trace; its Secret stays below 1 MiB`, async ({
    cluster,
    folder,
  }) => {
    const namespace = `release-${version}`;
    await createNamespace(cluster.api, namespace);
    const node = join(root, 'node_modules/node/bin/node');
    const images = new Map([[stockImage, { files: { '/usr/local/bin/node': node }, entrypoint: ['node'] }]]);
    const kubelet = startHookKubelet(cluster, { namespace, images });
    const helm = helmOf(binary, folder, cluster.kubeconfig, namespace, kubelet);
    const before = await objectsIn(cluster, namespace);
    try {
      const values = [
        ...['--set-file', 'bundle.script=warmgate.js'],
        // Not by the clock while this runs.
        ...['--set', 'expired.schedule=0 1 1 1 *,check.schedule=0 1 1 1 *'],
        // No Theia Cloud here: what is shown is that the program runs, with the account that it needs.
        ...[
          '--set',
          'image.mode=bundle,verify.flags={--no-wait-operator},rollback.flags={--no-wait-operator}',
        ],
      ];
      await helm('install', 'warmgate', chart, ...values);
      assert.equal(commandsOf(kubelet), ['verify']);
      await helm('upgrade', 'warmgate', chart, ...values, '--set', 'check.schedule=0 1 2 1 *');
      assert.equal(commandsOf(kubelet), ['verify', 'guard', 'verify']);
      const sizes = await releaseSizes(cluster, namespace);
      assert.is(sizes.length, 2);
      for (const size of sizes) assert.ok(size < mostInSecret, `${size} bytes of ${mostInSecret}`);
      process.stdout.write(`${version}: Secrets of the release have ${sizes.join(' and ')} bytes\n`);
      await helm('rollback', 'warmgate', '1');
      assert.equal(commandsOf(kubelet), ['verify', 'guard', 'verify', 'verify --always-exit-0']);
      for (const run of kubelet.runs) assert.is(run.exitCode, 0, run.log);
      await helm('uninstall', 'warmgate');
      assert.equal(await objectsIn(cluster, namespace), before);
    } finally {
      await kubelet.stop();
    }
  });
}

type Helm = (...args: string[]) => Promise<void>;

function helmOf(
  binary: string,
  folder: string,
  kubeconfig: string,
  namespace: string,
  { runs }: HookKubelet,
): Helm {
  return async (...args) => {
    const env = { KUBECONFIG: kubeconfig, HOME: folder };
    const done = await execa(binary, [...args, '-n', namespace, '--timeout', '60s'], {
      cwd: folder,
      env,
      all: true,
      reject: false,
      timeout: 90_000,
    });
    const logs = runs.map(({ args, log, exitCode }) => `${args.join(' ')} ended with ${exitCode}: ${log}`);
    assert.is(done.exitCode, 0, [`helm ${args[0]}: ${done.all.slice(-3000)}`, ...logs].join('\n'));
  };
}

/** Of the pods so far, in order: the command and a flag that tells a rollback. */
function commandsOf({ runs }: HookKubelet): string[] {
  return runs.map(({ args }) => [args[0], ...args.filter((each) => each === '--always-exit-0')].join(' '));
}

async function releaseSizes({ api }: ControlPlane, namespace: string): Promise<number[]> {
  const { body } = await api.call(`/api/v1/namespaces/${namespace}/secrets?labelSelector=owner%3Dhelm`);
  return body.items.map(({ data }: { data: Record<string, string> }) =>
    Object.values(data).reduce((sum, text) => sum + Buffer.from(text, 'base64').length, 0),
  );
}

const kinds = [
  'api/v1/serviceaccounts',
  'api/v1/configmaps',
  'api/v1/secrets',
  'api/v1/pods',
  'apis/apps/v1/deployments',
  'apis/batch/v1/jobs',
  'apis/batch/v1/cronjobs',
  'apis/rbac.authorization.k8s.io/v1/roles',
  'apis/rbac.authorization.k8s.io/v1/rolebindings',
] as const;

/** Kinds and names of everything that a release might leave. */
async function objectsIn({ api }: ControlPlane, namespace: string): Promise<string[]> {
  const lists = kinds.map(async (kind) => {
    const cut = kind.lastIndexOf('/');
    const { body } = await api.call(`/${kind.slice(0, cut)}/namespaces/${namespace}/${kind.slice(cut + 1)}`);
    return body.items.map(
      ({ metadata }: { metadata: { name: string } }) => `${kind.slice(cut + 1)}/${metadata.name}`,
    );
  });
  return (await Promise.all(lists)).flat().sort();
}

test.run();
