import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BinaryName, type BinaryRow, binaries } from './binaries.ts';
import { cacheFolder } from './cache-folder.ts';
import { moduleFolder, runGo } from './go.ts';
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
