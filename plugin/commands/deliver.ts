import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from '../config/options.ts';
import type { Report } from '../model/report.ts';
import { oneLine, terminationMessageBytes } from '../report/one-line.ts';
import { formatOf, render } from '../report/render.ts';
import type { Io } from './io.ts';

const usualTerminationLog = '/dev/termination-log';

/** The report on stdout, in the files asked for, and in one line where a pod's termination message is read. */
export async function deliver(report: Report, options: Options, io: Io): Promise<void> {
  const width = io.terminal.out ? { width: io.terminal.columns } : {};
  io.out(render(report, options.output, { colour: io.terminal.out && options.color, ...width }));
  const files = options.reports.map((file) =>
    save(resolve(io.cwd, file), render(report, formatOf(file) ?? 'text'), io),
  );
  await Promise.all([...files, terminationMessage(report, options, io)]);
}

async function terminationMessage(report: Report, options: Options, io: Io): Promise<void> {
  const file = options.terminationLog ?? (existsSync(usualTerminationLog) ? usualTerminationLog : undefined);
  if (file !== undefined) await save(resolve(io.cwd, file), oneLine(report, terminationMessageBytes), io);
}

/** A report that cannot be written must not turn a verdict into a crash: said, and the exit code stays. */
async function save(file: string, text: string, io: Io): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    io.err(`warmgate: cannot write ${file}: ${code}\n`);
  }
}
