import { basename, dirname } from 'node:path/posix';
import type { SourceFacts } from './source-facts.ts';

interface FolderRule {
  /** Other folders of plugin/ that it may import from; `*` for all but main. */
  knows: readonly string[];
  async: boolean;
  /** Same arguments, same answer: no clock, no timer, no I/O, of Node only `node:util`. */
  pure: boolean;
  /** May read the clock of the machine, randomness, environment and console. */
  world: boolean;
  packages: readonly string[];
}

const pure = { async: false, pure: true, world: false, packages: [] };
const shell = { async: true, pure: false, world: false };

/** docs/architecture.md#rooms, as a table: one row a folder of plugin/, and `main` for main.ts. */
export const folderRules: Readonly<Record<string, FolderRule>> = {
  model: { ...pure, knows: [] },
  theia: { ...pure, knows: ['model'] },
  assess: { ...pure, knows: ['model', 'theia'] },
  decide: { ...pure, knows: ['model', 'theia'] },
  text: { ...pure, knows: ['model'], packages: ['fast-string-width', 'fast-wrap-ansi'] },
  report: { ...pure, knows: ['model', 'text'], packages: ['fast-string-width'] },
  forecast: { ...pure, knows: ['model', 'theia', 'text'] },
  manifests: { ...pure, knows: ['model'], packages: ['yaml'] },
  config: { ...pure, knows: ['model'] },
  doctor: {
    ...pure,
    knows: ['model', 'theia', 'text', 'config'],
  },
  cluster: {
    ...shell,
    knows: ['model'],
    world: true,
    packages: ['@kubernetes/client-node', 'openid-client', 'undici', 'yaml'],
  },
  observe: { ...shell, knows: ['model', 'theia', 'manifests', 'cluster'], packages: [] },
  act: { ...shell, knows: ['model', 'theia', 'cluster'], packages: [] },
  run: {
    ...shell,
    knows: ['model', 'theia', 'assess', 'decide', 'cluster', 'observe', 'act'],
    packages: [],
  },
  lab: { ...shell, knows: ['model', 'theia', 'cluster'], world: true, packages: ['rfc6902', 'yaml'] },
  commands: { ...shell, knows: ['*'], packages: ['ajv', 'execa', 'simple-git', 'yaml'] },
  main: { ...shell, knows: ['*', 'commands'], world: true, packages: [] },
};

/** The files of cluster/ that the lab, which stands for a cluster itself, may import: types and the clock. */
const labMayUse = ['plugin/cluster/port.ts', 'plugin/cluster/clock.ts'];

/** A run reaches the cluster through its ports alone. */
const runMayUse = ['plugin/cluster/port.ts'];

const worldly = ['Date.now', 'new Date()', 'Date()', 'Math.random', 'console', 'process'];
const impure = [
  'performance',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'crypto',
];
const mainOnly = [
  'process.exit',
  'process.exitCode',
  'process.stdout',
  'process.stderr',
  'process.on',
  'process.once',
];

/** Where the version is written. */
export const manifest = 'package.json';
/** By which Helm checks the chart's values, and `inject` its own. */
export const valuesSchema = 'charts/patch/values.schema.json';

/** `@scope/name` or `name` of an import that may go deeper. */
export function packageOf(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}

const maxLines = 250;

/** Circles that stand, by their first file. */
const standingCircles = ['plugin/assess/context.ts'];

/** One line for every breach, sorted by file: `plugin/x/y.ts: what`. */
export function breaches(facts: readonly SourceFacts[]): string[] {
  return facts
    .flatMap((each) => [
      ...(each.file.startsWith('plugin/') ? pluginBreaches(each) : []),
      ...formBreaches(each),
    ])
    .concat(circles(facts), strayTests(facts))
    .sort();
}

function pluginBreaches(facts: SourceFacts): string[] {
  const { file } = facts;
  const folder = folderOf(file);
  const rule = folderRules[folder];
  if (rule === undefined) return [`${file}: plugin/${folder} has no row in the folder rules`];
  const say = (what: string): string => `${file}: ${what}`;
  const uses = (names: readonly string[]): string[] =>
    names.filter((name) => facts.names.has(name)).map((name) => say(`uses ${name}`));
  return [
    ...facts.imports.flatMap((imported) => importBreach(folder, rule, imported).map(say)),
    ...(rule.async || facts.asyncUses === 0 ? [] : [say('is asynchronous')]),
    ...(rule.world ? [] : uses(worldly)),
    ...(rule.pure ? uses(impure) : []),
    ...(folder === 'main' || folder === 'lab' || !rule.world ? [] : uses(mainOnly)),
  ];
}

function importBreach(folder: string, rule: FolderRule, imported: string): string[] {
  if (imported.startsWith('plugin/')) {
    const other = folderOf(imported);
    const known =
      rule.knows.includes(other) || (rule.knows.includes('*') && !['commands', 'main'].includes(other));
    const mayUse = folder === 'lab' ? labMayUse : folder === 'run' ? runMayUse : undefined;
    const narrow = other === 'cluster' && mayUse !== undefined && !mayUse.includes(imported);
    return other === folder || (known && !narrow) ? [] : [`imports ${imported}`];
  }
  if (imported.startsWith('node:')) {
    const allowed = rule.pure ? imported === 'node:util' : rule.world || imported !== 'node:process';
    return allowed ? [] : [`imports ${imported}`];
  }
  if (imported === manifest || imported === valuesSchema)
    return folder === 'commands' ? [] : [`imports ${imported}`];
  return rule.packages.includes(packageOf(imported)) ? [] : [`imports ${imported}`];
}

function formBreaches(facts: SourceFacts): string[] {
  const { file, lines, enums, defaultExports, reExports } = facts;
  return [
    ...(lines > maxLines ? [`${file}: has ${lines} lines, more than ${maxLines}`] : []),
    ...(enums > 0 ? [`${file}: has an enum`] : []),
    ...(defaultExports > 0 ? [`${file}: has a default export`] : []),
    ...(reExports > 0 ? [`${file}: hands on exports of another file`] : []),
  ];
}

/** Files of plugin/ that know each other by way of others, by types too: one line for each knot of them. */
function circles(facts: readonly SourceFacts[]): string[] {
  const known = new Map(facts.map(({ file, imports }) => [file, imports]));
  const reach = (file: string): Set<string> => {
    const reached = new Set<string>();
    const open = [...(known.get(file) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(...(known.get(next) ?? []));
    }
    return reached;
  };
  const reached = new Map(
    [...known.keys()].filter((file) => file.startsWith('plugin/')).map((file) => [file, reach(file)]),
  );
  const knots = [...reached].map(([file, from]) => {
    const others = [...from].filter((other) => other !== file && reached.get(other)?.has(file));
    return [file, ...others].sort();
  });
  const found = new Map(knots.filter((knot) => knot.length > 1).map((knot) => [knot[0] ?? '', knot]));
  return [...found]
    .filter(([first]) => !standingCircles.includes(first))
    .map(([first, knot]) => `${first}: imports itself by way of ${knot.slice(1).join(', ')}`);
}

/** Where test/ mirrors a folder of plugin/, `name.topic.test.ts` is a test of `name.ts` there. */
function strayTests(facts: readonly SourceFacts[]): string[] {
  const files = new Set(facts.map(({ file }) => file));
  const folders = new Set([...files].map((file) => dirname(file)));
  return [...files]
    .filter((file) => /^test\/.*\.(test|tools)\.ts$/.test(file))
    .flatMap((file) => {
      const folder = dirname(file).replace(/^test/, 'plugin');
      const source = `${folder}/${basename(file).replace(/\..*$/, '')}.ts`;
      const mirrors = folder !== 'plugin' && folders.has(folder);
      return mirrors && !files.has(source) ? [`${file}: there is no ${source}`] : [];
    });
}

/** `report` for plugin/report/a/b.ts, `main` for plugin/main.ts. */
function folderOf(file: string): string {
  return (file.split('/')[1] ?? '').replace(/\.ts$/, '');
}
