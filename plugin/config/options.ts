import type { FlagName, flags } from './flags.ts';

type Flags = typeof flags;

interface ValueOf {
  flag: boolean;
  off: boolean;
  duration: number;
  number: number;
  string: string;
  list: string[];
  amount: Amount;
  pairs: Record<string, string>;
}

/** A count, or a share of all, rounded up by whoever uses it. */
type Amount = { count: number } | { percent: number };

type Value<R> = R extends { kind: 'choice'; choices: readonly (infer C)[] }
  ? C
  : R extends { kind: 'choices'; choices: readonly (infer C)[] }
    ? C[]
    : R extends { kind: infer K extends keyof ValueOf }
      ? ValueOf[K]
      : never;

type NeverUnset = { kind: 'flag' | 'off' | 'list' | 'choices' | 'pairs' } | { default: string };

/**
 * Every option, whatever the command, with its default in place. Durations are milliseconds (`…Ms`); a text, number or
 * amount without default is undefined when it was not given.
 */
export type Options = {
  [F in FlagName as Flags[F]['key']]: Value<Flags[F]> | (Flags[F] extends NeverUnset ? never : undefined);
};
