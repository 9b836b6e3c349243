import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of which a bundle holds code. */
export interface BundledPackage {
  name: string;
  version: string;
  /** Its folder from the root, `node_modules/yaml`. */
  folder: string;
}

/**
 * The packages that the files of a bundle come from, by name.
 *
 * @param inputs paths from the root, as esbuild's metafile names them (https://esbuild.github.io/api/#metafile)
 */
export function bundledPackages(root: string, inputs: readonly string[]): BundledPackage[] {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  return [...folders]
    .map((folder) => {
      const { name, version } = manifestOf(root, folder);
      return { name, version, folder };
    })
    .sort((one, other) => one.folder.localeCompare(other.folder, 'en'));
}

/**
 * LICENSES.txt: name, version, licence and its text for each package.
 *
 * @throws Error for a package that states no licence: it must not be bundled unseen
 */
export function licences(root: string, packages: readonly BundledPackage[]): string {
  const entries = packages.map(({ name, version, folder }) => {
    const text = licenceText(join(root, folder));
    if (text === undefined) throw new Error(`${name} ${version} states no licence`);
    return `${name} ${version} (${manifestOf(root, folder).license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
  });
  return ['warmgate carries code of these packages.\n', ...entries].join(`\n${'-'.repeat(72)}\n\n`);
}

/** Its licence file; where it ships none, what its README says under that heading. */
function licenceText(folder: string): string | undefined {
  const names = readdirSync(folder);
  const file = names.find((name) => /^(licen[cs]e|copying)/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8');
  const readme = names.find((name) => /^readme/i.test(name));
  if (readme === undefined) return undefined;
  return /^#+ licen[cs]e\n([^#]+)/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1];
}

function manifestOf(root: string, folder: string): { name: string; version: string; license: string } {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
