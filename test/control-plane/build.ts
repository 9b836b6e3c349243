import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { withLock } from './lock.ts';

/**
 * Paths of these programs, each built from its pinned Go module unless the cache has it with the checksum noted then.
 *
 * @param say progress, one line a call; nothing is said when nothing is built
 * @throws Error when Go is missing, a module's checksum differs from go.sum, or a build fails
 */
export async function ensureBinaries<N extends BinaryName>(
  names: readonly N[],
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<Record<N, string>> {
  const paths: Partial<Record<N, string>> = {};
  for (const name of names) paths[name] = await ensureBinary(name, say);
  return paths as Record<N, string>;
}

async function ensureBinary(name: BinaryName, say: (line: string) => void): Promise<string> {
  const row: BinaryRow = binaries[name];
  const recipe = await recipeOf(row);
  const folder = join(cacheFolder(), recipe.key);
  const path = join(folder, name);
  if (await isWhole(path)) return path;
  await mkdir(folder, { recursive: true });
  const onWait = (pid: number) => say(`${name}: process ${pid} is building it, waiting`);
  return withLock(`${path}.lock`, onWait, async () => {
    if (!(await isWhole(path))) await build(name, row, recipe, path, say);
    return path;
  });
}

interface Recipe {
  key: string;
  version: string;
  args: string[];
}

async function recipeOf(row: BinaryRow): Promise<Recipe> {
  const folder = moduleFolder(row.folder);
  const [mod, sum] = await Promise.all([
    readFile(join(folder, 'go.mod'), 'utf8'),
    readFile(join(folder, 'go.sum'), 'utf8'),
  ]);
  const versionOf = (module: string) => pinnedVersion(mod, module, row.folder);
  const stamps = Object.entries(row.stamps(versionOf)).map(([name, value]) => `-X ${name}=${value}`);
  const args = ['build', '-trimpath', '-ldflags', ['-s', '-w', ...stamps].join(' ')];
  const go = (await runGo(folder, ['env', 'GOVERSION', 'GOOS', 'GOARCH'])).trim();
  const hash = createHash('sha256').update([mod, sum, go, ...args, ...(await sourcesOf(folder))].join('\0'));
  return { key: `${row.folder}-${hash.digest('hex').slice(0, 16)}`, version: versionOf(row.module), args };
}

/** Of a program of ours; the others have none but a file that holds their module in go.mod. */
async function sourcesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.go') && name !== 'deps.go').sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

function pinnedVersion(mod: string, module: string, folder: string): string {
  const version = mod.match(new RegExp(`^\\s*(?:require )?${module} (v\\S+)`, 'm'))?.[1];
  if (version === undefined) throw new Error(`${folder}/go.mod does not require ${module}`);
  return version;
}

/** Checked before each build, so a module changed on disk since its download cannot get in. */
async function build(
  name: BinaryName,
  row: BinaryRow,
  recipe: Recipe,
  path: string,
  say: (line: string) => void,
): Promise<void> {
  const folder = moduleFolder(row.folder);
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  say(`${name} ${recipe.version}: building it once (the first of a module takes minutes) into ${path}`);
  const ticker = setInterval(() => say(`${name}: still building after ${seconds()} s`), 30_000);
  const temporary = `${path}.${process.pid}.new`;
  try {
    await runGo(folder, ['mod', 'verify']);
    await runGo(folder, [...recipe.args, '-o', temporary, row.package]);
    await writeFile(`${path}.sha256`, await checksum(temporary));
    await rename(temporary, path);
    say(`${name}: built in ${seconds()} s`);
  } finally {
    clearInterval(ticker);
    await rm(temporary, { force: true });
  }
}

async function isWhole(path: string): Promise<boolean> {
  try {
    return (await readFile(`${path}.sha256`, 'utf8')) === (await checksum(path));
  } catch {
    return false;
  }
}

async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Where a server or tool comes from: the folder with its go.mod, the module it pins, the package to build. */
export interface BinaryRow {
  readonly folder: string;
  readonly module: string;
  readonly package: string;
  /** Variables that the linker sets, as the project's own releases do; `versionOf` reads a module's version in go.mod. */
  readonly stamps: (versionOf: (module: string) => string) => Readonly<Record<string, string>>;
}

const kubernetes = { folder: 'kube', module: 'k8s.io/kubernetes', stamps: stampKubernetes } as const;

/** Versions are not here: each folder's go.mod has them, its go.sum their checksums. */
const binaries = {
  etcd: {
    folder: 'etcd',
    module: 'go.etcd.io/etcd/server/v3',
    package: 'go.etcd.io/etcd/server/v3',
    stamps: () => ({}),
  },
  'kube-apiserver': { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  kubectl: { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kubectl' },
  helm3: {
    folder: 'helm3',
    module: 'helm.sh/helm/v3',
    package: 'helm.sh/helm/v3/cmd/helm',
    stamps: stampHelm3,
  },
  helm4: {
    folder: 'helm4',
    module: 'helm.sh/helm/v4',
    package: 'helm.sh/helm/v4/cmd/helm',
    stamps: (versionOf) => ({ 'helm.sh/helm/v4/internal/version.version': versionOf('helm.sh/helm/v4') }),
  },
  /** Our own program over Argo CD's sync engine; its sources count as the versions of the others do. */
  'gitops-driver': {
    folder: 'gitops',
    module: 'github.com/argoproj/gitops-engine',
    package: '.',
    stamps: () => ({}),
  },
  /** Our own program over BuildKit's checks of a Dockerfile. */
  'dockerfile-check': {
    folder: 'buildkit',
    module: 'github.com/moby/buildkit',
    package: '.',
    stamps: () => ({}),
  },
} as const satisfies Record<string, BinaryRow>;

export type BinaryName = keyof typeof binaries;

/** Without these the servers call themselves v0.0.0, and a chart's `kubeVersion` refuses them. */
function stampKubernetes(versionOf: (module: string) => string): Record<string, string> {
  const version = versionOf('k8s.io/kubernetes');
  const [major = '', minor = ''] = version.slice(1).split('.');
  const stamps: Record<string, string> = {};
  for (const target of ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version']) {
    stamps[`${target}.gitVersion`] = version;
    stamps[`${target}.gitMajor`] = major;
    stamps[`${target}.gitMinor`] = minor;
    stamps[`${target}.gitTreeState`] = 'clean';
  }
  return stamps;
}

/** Unstamped, `helm template` takes the cluster for Kubernetes 1.20. client-go v0.N belongs to Kubernetes 1.N. */
function stampHelm3(versionOf: (module: string) => string): Record<string, string> {
  const [, minor = ''] = versionOf('k8s.io/client-go').split('.');
  const stamps: Record<string, string> = {
    'helm.sh/helm/v3/internal/version.version': versionOf('helm.sh/helm/v3'),
  };
  for (const target of ['helm.sh/helm/v3/pkg/lint/rules', 'helm.sh/helm/v3/pkg/chartutil']) {
    stamps[`${target}.k8sVersionMajor`] = '1';
    stamps[`${target}.k8sVersionMinor`] = minor;
  }
  return stamps;
}

/** The folder of a Go module beside this file. */
export function moduleFolder(name: string): string {
  return join(import.meta.dirname, name);
}

/**
 * Runs `go` in a module's folder and returns what it printed. Nothing may change go.mod or go.sum.
 *
 * @throws Error when Go is missing or the command fails, with the end of its messages
 */
export async function runGo(folder: string, args: readonly string[]): Promise<string> {
  const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=readonly -buildvcs=false', GOWORK: 'off' };
  const result = await execa('go', args, { cwd: folder, env, reject: false });
  if (result.code === 'ENOENT')
    throw new Error('the real control plane is built with Go 1.26 or later: no go in PATH');
  if (result.exitCode !== 0)
    throw new Error(`go ${args[0]} in ${folder} failed:\n${result.stderr.slice(-4000)}`);
  return result.stdout;
}

/** Where built servers and the notes about running ones lie: outside the tree, so that every checkout shares them. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'warmgate');
}
