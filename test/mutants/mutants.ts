import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { limitOf, runFile, stopAll } from '../harness/run-file.ts';
import { type Fault, faultsOf } from './faults.ts';
import { faultyFiles, roomOf, sampleOf } from './sample.ts';
import { suspects } from './suspects.ts';

/**
 * `npm run mutants [-- --count N --seed N --jobs N --root FOLDER --report FILE --again FILE]`: puts one fault at a time into a
 * copy of the sources and asks the tests that could see it, nearest first, until one fails. A fault that no test sees within
 * `--budget` seconds survives. Faults that keep the file from loading count as found. `--again`: those alone that survived by a former
 * report and that the sources still allow. The last line is `N of M found`.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    budget: { type: 'string', default: '150' },
    root: { type: 'string', default: join(import.meta.dirname, '../..') },
    report: { type: 'string' },
    again: { type: 'string' },
  },
});

interface Result extends Fault {
  /** The test that failed; none: it survived. */
  foundBy?: string;
  seconds: number;
}

const root = resolve(values.root);
const all = faultsOf(root, faultyFiles(root));
const faults =
  values.again === undefined
    ? sampleOf(all, Number(values.count), Number(values.seed))
    : survivorsIn(JSON.parse(readFileSync(values.again, 'utf8')));
const waiting = [...faults];
const results: Result[] = [];
const copies: string[] = [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    stopAll();
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    process.exit(130);
  });
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
summary();

/** A fault is known by its function and its text, and of several alike by its place: what stands before it may have changed. */
function survivorsIn(former: readonly Result[]): Fault[] {
  const key = ({ file, within, kind, before, after }: Fault): string =>
    [file, within, kind, before, after].join('\n');
  const alike = Map.groupBy(all, key);
  const survived = former.filter(({ foundBy }) => foundBy === undefined);
  return survived.flatMap((each) => {
    const distance = ({ start }: Fault): number => Math.abs(start - each.start);
    return [...(alike.get(key(each)) ?? [])].sort((a, b) => distance(a) - distance(b)).slice(0, 1);
  });
}

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'warmgate-mutants-'));
  copies.push(copy);
  const leftOut = /[\\/](node_modules|\.git|dist)$/;
  cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.test(path) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
    const result = await tryOne(fault, copy);
    results.push(result);
    const how = result.foundBy === undefined ? 'SURVIVED' : `found by ${result.foundBy}`;
    process.stdout.write(`${results.length}/${faults.length} ${describe(fault)}: ${how}\n`);
  }
  rmSync(copy, { recursive: true, force: true });
}

async function tryOne(fault: Fault, copy: string): Promise<Result> {
  const path = join(copy, fault.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.slice(0, fault.start) + fault.after + text.slice(fault.end));
  const started = performance.now();
  const elapsed = (): number => (performance.now() - started) / 1000;
  try {
    for (const test of suspects(root, fault.file)) {
      const left = (Number(values.budget) - elapsed()) * 1000;
      const limit = limitOf(copy, test, 120_000);
      if (left <= 0) break;
      const { failed, problems } = await runFile(test, copy, Math.min(left, limit));
      const cut = left < limit && problems.some((problem) => problem.includes('too long'));
      if (failed > 0 && !cut) return { ...fault, foundBy: test, seconds: elapsed() };
    }
    return { ...fault, seconds: elapsed() };
  } finally {
    writeFileSync(path, text);
  }
}

function describe({ file, line, within, kind, before, after }: Fault): string {
  const short = (code: string): string => code.replaceAll(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${within}: ${kind}: ${short(before)} -> ${short(after) || 'nothing'}`;
}

function summary(): void {
  const survivors = results.filter(({ foundBy }) => foundBy === undefined);
  process.stdout.write('\nroom      sampled  found  share\n');
  for (const [room, all] of Map.groupBy(results, ({ file }) => roomOf(file))) {
    const found = all.filter(({ foundBy }) => foundBy !== undefined).length;
    const share = `${Math.round((100 * found) / all.length)} %`;
    process.stdout.write(
      `${room.padEnd(10)}${String(all.length).padEnd(9)}${String(found).padEnd(7)}${share}\n`,
    );
  }
  process.stdout.write('\nsurvivors\n');
  for (const each of survivors) process.stdout.write(`  ${describe(each)}\n`);
  if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify(results, undefined, 1)}\n`);
  process.stdout.write(`${results.length - survivors.length} of ${results.length} found\n`);
}
