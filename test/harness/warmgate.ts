import { join } from 'node:path';
import type { Report } from '../../plugin/model/report.ts';
import { startChild } from './children.ts';
import type { Ground, Traffic } from './ground.ts';
import { compileCache, programFile } from './program-file.ts';

/** How one run of the program ended, and what it asked of the API server. */
export interface Run {
  args: readonly string[];
  exit: number | string;
  stdout: string;
  stderr: string;
  /** The report on stdout, where there is one. */
  report: Report | undefined;
  traffic: Traffic;
  /** Milliseconds of the wall and of the ground. */
  wallMs: number;
  groundMs: number;
  /** When it got a signal, in the same two. */
  signalled?: { wallMs: number; groundMs: number; at: number };
}

export interface RunningProcess {
  done: Promise<Run>;
  signal(signal: NodeJS.Signals): void;
}

const root = join(import.meta.dirname, '../..');

/** Longest that any run may take, wall milliseconds: beyond it the process is killed. */
const longestMs = 330_000;

/** Starts `warmgate ARGS` as a process of its own, with nothing of this one's environment but the path. */
export async function startWarmgate(
  ground: Ground,
  args: readonly string[],
  watched: boolean,
  input = '',
): Promise<RunningProcess> {
  const env = {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    ...(await ground.environment(watched)),
  };
  const mark = await ground.mark();
  const begun = { wall: performance.now(), ground: ground.clock.now() };
  let signalled: Run['signalled'];
  const full = args.includes('--output') ? args : [...args, '--output', 'json'];
  const child = startChild(process.execPath, [programFile, ...full], { env, cwd: root, input, longestMs });
  const done = child.done.then(async ({ exit, out: stdout, err: stderr }): Promise<Run> => {
    const wallMs = performance.now() - begun.wall;
    const groundMs = ground.clock.now() - begun.ground;
    const traffic = await ground.traffic(mark);
    const report = reportIn(stdout);
    return { args, exit, stdout, stderr, report, traffic, wallMs, groundMs, ...(signalled && { signalled }) };
  });
  return {
    done,
    signal: (signal) => {
      const at = ground.clock.now();
      signalled = { wallMs: performance.now() - begun.wall, groundMs: at - begun.ground, at };
      child.signal(signal);
    },
  };
}

function reportIn(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}
