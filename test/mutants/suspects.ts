import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Tests that start the program as a process, so no import leads from them to its sources: asked last. */
const throughTheProgram =
  /^test\/(commands\/(check|guard|open)|scenarios(-second|-third|-\d-of-\d)?)\.test\.ts$/;

/** Compares what is committed with what the rows of codes give: their nearest test, much as it imports. */
const ofRows = 'test/schemas.test.ts';

/**
 * The test files that could see a fault in `file`, nearest first: those at its path, those that import it over fewer files,
 * then those that start the program. Files that need servers are not among them.
 */
export function suspects(root: string, file: string): string[] {
  const imports = importsOf(root);
  const own = file.replace(/^plugin\//, 'test/').replace(/\.ts$/, '');
  const ranked = [...imports.keys()]
    .filter((test) => test.endsWith('.test.ts') && !test.startsWith('test/control-plane/'))
    .flatMap((test) => {
      const reached = reach(test, imports);
      if (!reached.has(file)) return throughTheProgram.test(test) ? [{ test, rank: 1e6 }] : [];
      const near =
        test.startsWith(`${own}.`) || (test === ofRows && file.startsWith('plugin/model/'))
          ? 0
          : test.startsWith(`${dirname(own)}/`)
            ? 1
            : 2;
      return [{ test, rank: near * 1000 + reached.size + (test.startsWith('test/properties/') ? 1500 : 0) }];
    });
  return ranked.sort((one, other) => one.rank - other.rank).map(({ test }) => test);
}

const graphs = new Map<string, Map<string, string[]>>();

function importsOf(root: string): Map<string, string[]> {
  const known = graphs.get(root);
  if (known !== undefined) return known;
  const graph = new Map<string, string[]>();
  for (const folder of ['plugin', 'test', 'build']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const file = `${folder}/${name.replaceAll('\\', '/')}`;
      const text = readFileSync(join(root, file), 'utf8');
      // Types are gone at run time, so no fault comes over such an import.
      const found = [
        ...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm),
      ];
      graph.set(
        file,
        found.map(([, one, other]) => relative(root, join(root, dirname(file), one ?? other ?? ''))),
      );
    }
  }
  graphs.set(root, graph);
  return graph;
}

function reach(from: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set([from]);
  for (const file of seen) for (const next of graph.get(file) ?? []) seen.add(next);
  return seen;
}
