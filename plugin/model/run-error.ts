import { type RunArgs, type RunCode, runCodes, type Who } from './run-codes.ts';
import { fill, type SentenceArgs } from './sentence.ts';

/**
 * The one error about the run itself: wrong usage (2), a cluster that cannot be read (3), interrupted (4), our bug (70).
 * `message` is the whole sentence, in one line, ready to print.
 */
export class RunError<C extends RunCode = RunCode> extends Error {
  readonly code: C;
  readonly exit: 2 | 3 | 4 | 70;
  readonly who: Who;
  readonly args: SentenceArgs;

  constructor(code: C, args: RunArgs<C>) {
    super(fill(runCodes[code].say, args));
    this.name = 'RunError';
    this.code = code;
    this.exit = runCodes[code].exit;
    this.who = runCodes[code].who;
    this.args = args;
  }
}
