import type { Reason, ReasonCode } from '../model/reasons.ts';
import { fill } from '../model/sentence.ts';
import { clean } from '../text/clean.ts';
import { instanceWords } from './words-instance.ts';
import { poolWords } from './words-pool.ts';
import { runWords } from './words-run.ts';
import { sessionWords } from './words-session.ts';

/** The sentence of every reason. New code: one row in model/reasons.ts and one in the file of what it is about. */
export const words: Readonly<Record<ReasonCode, string>> = {
  ...instanceWords,
  ...poolWords,
  ...sessionWords,
  ...runWords,
};

const longestArgument = 160;

/** What a reason says, in one line: the numbers compared and, where a person must act, what to do. */
export function sentence({ code, args }: Reason): string {
  return fill(words[code], cleanArgs(args));
}

/** Arguments as they may leave: numbers as they are, text in one short line without addresses. */
export function cleanArgs(args: Reason['args']): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'number' ? value : clean(value, longestArgument),
    ]),
  );
}
