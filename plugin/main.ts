#!/usr/bin/env node
import type { Io } from './commands/io.ts';
import { checkNode } from './commands/node-version.ts';
import { output } from './commands/output.ts';
import { readText } from './commands/stdin.ts';
import { table } from './commands/table.ts';
import { neverFails, parse } from './config/parse.ts';
import type { Exit } from './model/exits.ts';
import { RunError } from './model/run-error.ts';

const out = output(process.stdout);
const err = output(process.stderr);
const stop = new AbortController();

/** argv in, exit code out. The one place that knows the process. */
async function main(argv: readonly string[], io: Io): Promise<Exit> {
  const parsed = parse(argv, io.env);
  if ('help' in parsed) {
    io.out(parsed.help);
    return 0;
  }
  checkNode(process.versions.node);
  const load = table[parsed.command];
  if (load === undefined) throw new RunError('internal', { what: `no command ${parsed.command}` });
  process.on('SIGHUP', () => {
    // A terminal that is closed must not leave a gate behind: what ends by itself goes on.
    if (parsed.command === 'lab' || parsed.options.follow) stopFor('SIGHUP');
    else io.err('warmgate: SIGHUP: going on to the end\n');
  });
  const command = await load();
  const exit = await command(parsed.options, io);
  const failure = await out.failed();
  // Manifests that are lost must not look like none; a report that is lost leaves the verdict.
  if (failure !== undefined && parsed.command === 'inject')
    throw new RunError('unwritten', { reason: failure });
  return exit;
}

/** SIGTERM: stop acting, flush, exit 4 within 5 s (docs/architecture.md#verify-step-9). */
const lastMomentMs = 4500;

function stopFor(signal: NodeJS.Signals): void {
  if (stop.signal.aborted) process.exit(4);
  stop.abort(signal);
  setTimeout(() => process.exit(4), lastMomentMs).unref();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopFor);

const io: Io = {
  out: out.write,
  err: err.write,
  env: process.env,
  cwd: process.env.INIT_CWD || process.cwd(),
  terminal: {
    out: process.stdout.isTTY === true,
    err: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? 80,
  },
  stop: stop.signal,
  readStdin: () => readText(process.stdin),
};

try {
  process.exitCode = await main(process.argv.slice(2), io);
  const failure = await out.failed();
  if (failure !== undefined) io.err(`warmgate: ${new RunError('unwritten', { reason: failure }).message}\n`);
} catch (error) {
  const known = error instanceof RunError;
  const shown = known
    ? error.message
    : `warmgate has a bug: ${error instanceof Error ? error.stack : String(error)}`;
  io.err(`warmgate: ${shown}\n`);
  process.exitCode = known ? error.exit : 70;
  if (neverFails(process.argv.slice(2), io.env)) {
    io.err('warmgate: NOTHING WAS VERIFIED; the exit code is 0 all the same (--always-exit-0)\n');
    process.exitCode = 0;
  }
}
