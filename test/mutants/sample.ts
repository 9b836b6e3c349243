import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './faults.ts';

/** Rooms whose faults would harm a session or pass a stale pool; of commands/ and model/ what belongs to the run and its codes. */
const rooms = ['assess', 'decide', 'act', 'run'];
const runLoop = /^plugin\/commands\/(verify|guard|open|follow|loop|conclude|notes|needs|open-run|check)\.ts$/;
const codes = /^plugin\/model\/(reasons|exits|states|steps|run-codes|run-error)[\w/-]*\.ts$/;

/** The files that faults are put into, sorted. */
export function faultyFiles(root: string): string[] {
  return readdirSync(join(root, 'plugin'), { recursive: true, encoding: 'utf8' })
    .map((name) => `plugin/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => rooms.includes(roomOf(file)) || runLoop.test(file) || codes.test(file))
    .sort();
}

/** `assess` for plugin/assess/a.ts. */
export function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** As many of each room as its share of all faults, drawn by the seed; sorted by place. */
export function sampleOf(faults: readonly Fault[], count: number, seed: number): Fault[] {
  const next = random(seed);
  const byRoom = Map.groupBy(faults, ({ file }) => roomOf(file));
  const drawn = [...byRoom.values()].flatMap((inRoom) => {
    const share = Math.max(1, Math.round((count * inRoom.length) / faults.length));
    return [...inRoom]
      .map((fault) => ({ fault, rank: next() }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, share)
      .map(({ fault }) => fault);
  });
  return drawn.sort((one, other) =>
    one.file === other.file ? one.start - other.start : one.file < other.file ? -1 : 1,
  );
}

/** mulberry32: the same numbers on every machine. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
