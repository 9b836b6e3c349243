import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `npm run house [-- --root FOLDER]`: how big the house is and how far its rooms are apart. Counts only, asserted nowhere.
 * Imports are read from the text; type imports count for what a reader opens, and not for what a command loads.
 */
const { values } = parseArgs({
  options: { root: { type: 'string', default: join(import.meta.dirname, '..') } },
});
const root = resolve(values.root);

const sources = new Map(['plugin', 'test', 'build'].flatMap(typeScriptIn).map((file) => [file, read(file)]));
const plugin = [...sources.keys()].filter((file) => file.startsWith('plugin/'));
const loaded = graph(false);
const opened = graph(true);

for (const line of [
  `files in plugin/                      ${plugin.length}`,
  `lines in plugin/                      ${sum(plugin)}`,
  ...rooms(),
  `lines of the test harness             ${sum(harness())}`,
  `files of 40 lines with one importer   ${fragments().length}`,
  ...['verify', 'check', 'guard', 'open'].map(
    (command) =>
      `files that ${command.padEnd(6)} loads             ${reach(`plugin/commands/${command}.ts`, loaded).size}`,
  ),
  `files from argv to the nudge          ${toTheNudge().length}`,
  ...toTheNudge().map((file) => `    ${file}`),
  `references to absent documents        ${absentDocuments()}`,
]) {
  process.stdout.write(`${line}\n`);
}

function typeScriptIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.includes('/node_modules/'));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function lines(file: string): number {
  return sources.get(file)?.trimEnd().split('\n').length ?? 0;
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + lines(file), 0);
}

function rooms(): string[] {
  return [...Map.groupBy(plugin, (file) => file.split('/')[1] ?? '')]
    .sort()
    .map(
      ([room, files]) =>
        `    ${room.padEnd(30)}${String(files.length).padStart(4)} files ${sum(files)} lines`,
    );
}

/** All of test/ that is neither a test nor a scenario nor a fixture. */
function harness(): string[] {
  return [...sources.keys()].filter(
    (file) => file.startsWith('test/') && !/\.(test|tools)\.ts$|\/(scenarios|fixtures)\//.test(file),
  );
}

function graph(types: boolean): Map<string, Set<string>> {
  const imports = types
    ? /from '(\.[^']+)'|import\('(\.[^']+)'\)/g
    : /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm;
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      new Set(
        [...text.matchAll(imports)].map(([, one, other]) =>
          relative(root, join(root, dirname(file), one ?? other ?? '')),
        ),
      ),
    ]),
  );
}

function fragments(): string[] {
  return plugin.filter((file) => {
    const importers = plugin.filter((other) => opened.get(other)?.has(file));
    return lines(file) <= 40 && importers.length === 1;
  });
}

function reach(from: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const seen = new Set([from]);
  for (const file of seen) {
    for (const next of imports.get(file) ?? []) if (next.startsWith('plugin/')) seen.add(next);
  }
  return seen;
}

/**
 * Which files a reader opens who follows one nudge: of what lies between main.ts and the write (commands, run, decide, act and the
 * port), every file that leads to what decides on the nudge or to what sends it.
 */
function toTheNudge(): string[] {
  const text = (file: string): string => sources.get(file) ?? '';
  const ends = plugin.filter(
    (file) =>
      (file.includes('/decide/') && /step: 'nudge'/.test(text(file))) ||
      (file.includes('/act/') && text(file).includes('writeNudge(')),
  );
  const between = reach('plugin/commands/verify.ts', loaded);
  return [
    'plugin/main.ts',
    'plugin/commands/table.ts',
    ...[...between].filter(
      (file) =>
        /^plugin\/(commands|run|decide|act)\//.test(file) && ends.some((end) => reach(file, loaded).has(end)),
    ),
    'plugin/cluster/port.ts',
  ];
}

function absentDocuments(): number {
  const named = [...sources.values()].flatMap((text) => [
    ...text.matchAll(/(?:^|\s)(?:\/\/|\*|\/\*\*).*?((?:[\w./-]+\/)?[\w-]+\.md)/gm),
  ]);
  return named.filter(([line, path = '']) => !line.includes('://') && !existsSync(join(root, path))).length;
}
