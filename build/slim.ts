import { join } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { OnResolveArgs, Plugin } from 'esbuild';

interface Replacement {
  /** The import as it is written. */
  readonly match: RegExp;
  /** Part of the path of the file that writes it; none: any. */
  readonly from?: string;
  /** A file of instead/, or a module as from plugin/. */
  readonly by: string;
}

/** What is left out of the bundle: it weighs much and is not used. Each is held by a test that runs the bundle. */
const replacements: readonly Replacement[] = [
  // undici's index loads fetch, WebSocket, caches, mocks; two agents and one function are used.
  { match: /^undici$/, by: 'undici.js' },
  // For processors without WebAssembly SIMD, for which there is no official image of Node.
  { match: /\/llhttp-wasm\.js$/, from: '/undici/', by: 'parser-without-simd.js' },
];

/** What hooks never run is in a second file; where that was not shipped, a sentence says so. */
const withoutMore: readonly Replacement[] = [
  { match: /^\.\/(demo|lab)\.ts$/, from: '/plugin/commands/', by: 'second-file.js' },
  { match: /^\.\/plan\.ts$/, from: '/plugin/commands/', by: 'plan.js' },
  { match: /^\.\/plan-manifests\.ts$/, from: '/plugin/commands/', by: 'plan-tools.js' },
];

const instead = join(import.meta.dirname, 'instead');

/**
 * Replaces what weighs much and is not used; `whole`: with what the second file is for. `node:http` is required, not imported:
 * an import reads every export, among them one that loads Node's own copy of undici, 40 ms at each start.
 */
export function slim({ whole }: { whole: boolean }): Plugin {
  const rows = whole ? replacements : [...replacements, ...withoutMore];
  return {
    name: 'slim',
    setup(build) {
      for (const { match, from, by } of rows) {
        build.onResolve({ filter: match }, (args) => {
          if (from !== undefined && !slashed(args).includes(from)) return undefined;
          if (!by.includes('/')) return { path: join(instead, by), sideEffects: false };
          return build.resolve(by, { kind: args.kind, resolveDir: args.resolveDir });
        });
      }
      build.onLoad({ filter: /[\\/]package\.json$/ }, onlyTheVersion);
      build.onLoad({ filter: /[\\/]values-schema\.ts$/ }, onlyTheCheck);
      build.onResolve({ filter: /^(node:)?https?$/ }, ({ path, kind }) =>
        kind === 'import-statement' ? { path, namespace: 'required' } : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'required' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)});`,
      }));
    },
  };
}

function slashed({ importer }: OnResolveArgs): string {
  return importer.replaceAll('\\', '/');
}

/** Of a package.json nothing else is read, and nothing else belongs into the file that is shipped. */
async function onlyTheVersion({ path }: { path: string }): Promise<{ contents: string; loader: 'json' }> {
  const { default: manifest } = await import(path, { with: { type: 'json' } });
  return { contents: JSON.stringify({ version: manifest.version }), loader: 'json' };
}

/** A schema becomes the function that checks by it: what makes such functions weighs ten times as much. */
async function onlyTheCheck({ path }: { path: string }) {
  const { ajv, validValues } = await import(path);
  const contents = `${standalone.default(ajv, validValues)}\nexport { validate as validValues };`;
  return { contents, loader: 'js', resolveDir: join(import.meta.dirname, '..') } as const;
}
