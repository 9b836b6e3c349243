import { type RunArgs, type RunCode, runCodes, type Who } from './run-codes.ts';

/**
 * The one error about the run itself: wrong usage (2), a cluster that cannot be read (3), interrupted (4), our bug (70).
 * `message` is the whole sentence, in one line, ready to print.
 */
export class RunError<C extends RunCode = RunCode> extends Error {
  readonly code: C;
  readonly exit: 2 | 3 | 4 | 70;
  readonly who: Who;
  readonly args: Args;

  constructor(code: C, args: RunArgs<C>) {
    super(fill(runCodes[code].say, args));
    this.name = 'RunError';
    this.code = code;
    this.exit = runCodes[code].exit;
    this.who = runCodes[code].who;
    this.args = args;
  }
}

type Args = Readonly<Record<string, string | number | undefined>>;

const longestArgument = 200;

function fill(say: string, args: Args): string {
  const empty = (part: string): boolean =>
    [...part.matchAll(/\{(\w+)\}/g)].some(([, name]) => clean(args[name ?? '']) === '');
  return say
    .replace(/\[([^\]]*)\]/g, (_, part: string) => (empty(part) ? '' : part))
    .replace(/\{(\w+)\}/g, (_, name: string) => clean(args[name]));
}

/** An argument may come from a file or the cluster: no control characters, no endless line. */
function clean(value: string | number | undefined): string {
  const text = String(value ?? '')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .trim();
  return text.length > longestArgument ? `${text.slice(0, longestArgument)}…` : text;
}
