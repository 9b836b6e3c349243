import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile } from 'json-schema-to-typescript';
import { packagesInside } from './bundle.ts';

/** What a program that reads warmgate's output imports: the type and the schema of each document, by the schema's file. */
const documents = { report: 'Report', plan: 'Plan', diagnosis: 'Diagnosis' } as const;

const run = promisify(execFile);

/**
 * What the npm package has beside the program, by name in dist/: the types and schemas of the documents that warmgate
 * writes, and `sbom.cdx.json`, the packages whose code it carries (CycloneDX 1.5, by `npm sbom`).
 */
export async function packageFiles(root: string): Promise<Record<string, string>> {
  const read = (name: string) => readFile(join(root, 'schemas', `${name}.schema.json`), 'utf8');
  const entries = Object.entries(documents);
  const types = entries.map(async ([name, type]) => {
    const { title: _, ...schema } = JSON.parse(await read(name));
    const options = { bannerComment: '', additionalProperties: false, style: { singleQuote: true } };
    return [`${name}.d.ts`, await compile({ ...schema, $id: type }, type, options)];
  });
  const schemas = entries.map(
    async ([name]) => `export const ${name}Schema = ${JSON.stringify(JSON.parse(await read(name)))};\n`,
  );
  return {
    ...Object.fromEntries(await Promise.all(types)),
    'index.js': (await Promise.all(schemas)).join(''),
    'index.d.ts': entries.map(([name, type]) => declared(name, type)).join(''),
    'sbom.cdx.json': await sbom(root),
  };
}

function declared(name: string, type: string): string {
  const says = `/** JSON Schema (draft 2020-12) of {@link ${type}}. */`;
  return `export type { ${type} } from './${name}.js';\n${says}\nexport declare const ${name}Schema: Record<string, unknown>;\n`;
}

interface Bom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string; scope?: string; properties?: unknown[] }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Of all that is installed for building, what is inside: to npm each of them is a tool for development. */
async function sbom(root: string): Promise<string> {
  const [{ stdout }, packages] = await Promise.all([
    run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
      cwd: root,
      maxBuffer: 2 ** 26,
    }),
    packagesInside(root),
  ]);
  const bom: Bom = JSON.parse(stdout);
  // npm puts the folder's name here.
  bom.metadata.component.name = 'warmgate';
  const inside = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = bom.components
    .filter((each) => inside.has(each['bom-ref']))
    .map((each) => ({ ...each, scope: 'required', properties: [] }));
  const [main, ...others] = bom.dependencies;
  const dependencies = [
    { ref: main?.ref, dependsOn: components.map((each) => each['bom-ref']) },
    ...others
      .filter(({ ref }) => inside.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => inside.has(each)) })),
  ];
  return `${JSON.stringify({ ...bom, components, dependencies }, undefined, 2)}\n`;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  await mkdir(join(root, 'dist'), { recursive: true });
  for (const [name, text] of Object.entries(await packageFiles(root))) {
    await writeFile(join(root, 'dist', name), text);
  }
}
