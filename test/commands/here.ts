import type { Io } from '../../plugin/commands/io.ts';
import { table } from '../../plugin/commands/table.ts';
import { parse } from '../../plugin/config/parse.ts';
import type { Exit } from '../../plugin/model/exits.ts';
import type { Report } from '../../plugin/model/report.ts';
import { RunError } from '../../plugin/model/run-error.ts';

/** A command of the program, run in this process. */
export interface Here {
  done: Promise<{ exit: Exit; out: string; err: string }>;
  stop(): void;
  /** What it said on stderr so far. */
  said(): string;
}

/** Runs the command with this environment and nothing else of the process. */
export function runHere(argv: readonly string[], env: Readonly<Record<string, string>>, input = ''): Here {
  const stopping = new AbortController();
  let out = '';
  let err = '';
  const io: Io = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env,
    cwd: '/',
    terminal: { out: false, err: false, columns: 80 },
    stop: stopping.signal,
    readStdin: async () => input,
  };
  return {
    done: run(argv, io).then((exit) => ({ exit, out, err })),
    stop: () => stopping.abort('SIGTERM'),
    said: () => err,
  };
}

export function reportIn(out: string): Report {
  return JSON.parse(out) as Report;
}

async function run(argv: readonly string[], io: Io): Promise<Exit> {
  const parsed = parse(argv, io.env);
  if (!('command' in parsed)) throw new Error(`no command in ${argv.join(' ')}`);
  try {
    const command = await table[parsed.command]?.();
    if (command === undefined) throw new Error(`no command ${parsed.command}`);
    return await command(parsed.options, io);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    io.err(`warmgate: ${error.message}\n`);
    return error.exit;
  }
}
