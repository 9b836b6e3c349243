import { type BuildOptions, build } from 'esbuild';
import { type BundledPackage, bundledPackages, licences } from './licences.ts';
import { slim } from './slim.ts';

/** Files of dist/, by name. */
export interface Bundle {
  /** What the image, a ConfigMap and the npm package run: one file, no module beside it. */
  'warmgate.js': Uint8Array;
  /** The program with what no hook runs, the demo and plans by helm or git; read only when asked for those. */
  'more.js': Uint8Array;
  /** The licences of the packages whose code both files carry. */
  'LICENSES.txt': Uint8Array;
}

/**
 * The program from plugin/main.ts as plain JavaScript for Node 22 and later.
 *
 * @param root folder with package.json
 * @param revision of Git, for `--version`; empty when it is not known
 */
export async function bundle(root: string, revision: string): Promise<Bundle> {
  const [one, more] = await Promise.all([make(root, revision, false), make(root, revision, true)]);
  const texts = licences(root, bundledPackages(root, [...one.inputs, ...more.inputs]));
  return {
    'warmgate.js': one.contents,
    'more.js': more.contents,
    'LICENSES.txt': new TextEncoder().encode(texts),
  };
}

/** The packages whose code the bundle of `root` carries. */
export async function packagesInside(root: string): Promise<BundledPackage[]> {
  return bundledPackages(root, (await make(root, '', true)).inputs);
}

/** Options for any entry point, tests that run bundled among them: what is replaced must not be missed. */
export function bundling(root: string, revision: string, whole: boolean) {
  return {
    ...options,
    absWorkingDir: root,
    plugins: [slim({ whole })],
    define: { ...options.define, WARMGATE_REVISION: JSON.stringify(revision) },
  } satisfies BuildOptions;
}

async function make(root: string, revision: string, whole: boolean) {
  const { outputFiles, metafile } = await build({
    ...bundling(root, revision, whole),
    entryPoints: ['plugin/main.ts'],
    metafile: true,
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file');
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { contents: file.contents, inputs: used };
}

const options = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  // No module of a bundle is the program's first; undici's own switch for a build without its second, experimental parser.
  define: { 'import.meta.main': 'false', esbuildDetection: '1' },
  // Some packages are CommonJS and ask for Node's modules by require.
  banner: {
    js: "import{createRequire as warmgateRequire}from'node:module';const require=warmgateRequire(import.meta.url);",
  },
} as const satisfies BuildOptions;
