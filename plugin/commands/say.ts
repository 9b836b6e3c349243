import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Options } from '../config/options.ts';
import { RunError } from '../model/run-error.ts';
import type { TextOptions } from '../report/text.ts';
import type { Io } from './io.ts';

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
  for (const file of options.reports) {
    try {
      await writeFile(resolve(io.cwd, file), /\.json$/i.test(file) ? json() : text({ colour: false }));
    } catch (error) {
      io.err(`warmgate: cannot write ${file}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}\n`);
    }
  }
}
