import { type ArgumentsFor, fill } from '../model/sentence.ts';
import { cleanSentence } from '../text/clean.ts';
import type { Tone } from '../text/paint.ts';

/** How bad a finding is, worst first. Only a problem makes `doctor` exit 1: a hook would fail because of it. */
export const severities = {
  problem: { tone: 'bad' },
  warning: { tone: 'warn' },
  note: { tone: 'plain' },
  ok: { tone: 'good' },
} as const satisfies Record<string, { tone: Tone }>;

export type Severity = keyof typeof severities;

/** What is looked at, in the order in which it is told. */
export const topics = [
  'permissions',
  'operator',
  'versions',
  'settings',
  'sidecars',
  'images',
  'hooks',
  'gates',
  'owners',
  'counts',
] as const;

export type Topic = (typeof topics)[number];

/** One row a code, in the form of model/sentence.ts. `todo` says what to do; every problem and warning has one. */
export interface FindingRow {
  readonly severity: Severity;
  readonly says: string;
  readonly todo?: string;
}

export interface Finding {
  code: string;
  topic: Topic;
  severity: Severity;
  args: Readonly<Record<string, string | number>>;
  text: string;
  /** What to do; absent where there is nothing to do. */
  todo?: string;
}

/** Both sentences of a row in one, since both take the same arguments. */
type Both<R extends FindingRow> = R extends { todo: infer Todo extends string }
  ? `${R['says']} ${Todo}`
  : R['says'];

/** Makes the findings of a topic: a code of its rows, with every argument of its sentences and no other. */
export function findingsAbout<const R extends Readonly<Record<string, FindingRow>>>(topic: Topic, rows: R) {
  return <C extends keyof R & string>(code: C, ...args: ArgumentsFor<Both<R[C]>>): Finding => {
    const { severity, says, todo }: FindingRow = rows[code] as R[C];
    const sentence = cleanSentence(says, args[0] ?? {});
    return {
      code,
      topic,
      severity,
      ...sentence,
      ...(todo === undefined ? {} : { todo: fill(todo, sentence.args) }),
    };
  };
}

/** The Role that a permission asks for. */
export const grant = 'grant the Role that the chart and hooks/rbac.yaml bring';
