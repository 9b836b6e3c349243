import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from '../config/options.ts';
import type { Report } from '../model/report.ts';
import { RunError } from '../model/run-error.ts';
import { formatOf, render } from '../report/forms/render.ts';
import { oneLine, terminationMessageBytes } from '../report/forms/summary.ts';
import type { TextOptions } from '../text/paint.ts';
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

/** The two forms of what is no report of a pool. */
export interface Forms {
  text(options: TextOptions): string;
  value: object;
}

/** Refuses forms that there are not, before anything is done. @throws RunError 'badValue' */
export function checkForms({ output, reports }: Options): void {
  if (output !== 'text' && output !== 'json')
    throw new RunError('badValue', { flag: '--output', value: output, expects: 'text or json here' });
  const other = reports.find((file) => !/\.(json|txt)$/i.test(file));
  if (other !== undefined)
    throw new RunError('badValue', { flag: '--report', value: other, expects: 'a .json or .txt file here' });
}

/** On stdout and in the files asked for. A file that cannot be written is said, and changes nothing. */
export async function say({ text, value }: Forms, options: Options, io: Io): Promise<void> {
  const json = (): string => `${JSON.stringify(value, null, 2)}\n`;
  const width = io.terminal.out ? { width: io.terminal.columns } : {};
  const colour = io.terminal.out && options.color;
  io.out(options.output === 'json' ? json() : text({ colour, ...width }));
  for (const file of options.reports)
    await save(resolve(io.cwd, file), /\.json$/i.test(file) ? json() : text({ colour: false }), io);
}
