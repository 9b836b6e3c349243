import type { Exit } from '../model/exits.ts';
import { fill } from '../model/sentence.ts';
import { cleanArgs } from '../report/words.ts';
import { type Finding, type FindingCode, findingRows, type Severity, type Topic } from './finding-rows.ts';
import { todos } from './todo.ts';
import { findingWords } from './words.ts';

/** What doctor says, whole; schemas/diagnosis.schema.json describes it. */
export interface Diagnosis {
  apiVersion: 'warmgate/v1';
  kind: 'Diagnosis';
  version: string;
  server: string;
  context: string;
  namespace: string;
  /** The account that was asked about; empty when the server does not say. */
  account: string;
  /** RFC 3339, the server's clock. */
  at: string;
  exit: Extract<Exit, 0 | 1>;
  verdict: string;
  findings: WordedFinding[];
}

export interface WordedFinding {
  code: FindingCode;
  topic: Topic;
  severity: Severity;
  args: Readonly<Record<string, string | number>>;
  text: string;
  /** What to do; absent where there is nothing to do. */
  todo?: string;
}

type Origin = Pick<Diagnosis, 'version' | 'server' | 'context' | 'namespace' | 'account' | 'at'>;

export function buildDiagnosis(findings: readonly Finding[], origin: Origin): Diagnosis {
  const worded = findings.map(word);
  const count = (severity: Severity): number => worded.filter((each) => each.severity === severity).length;
  const problems = count('problem');
  const warnings = count('warning');
  const say =
    problems > 0
      ? '{problems problem|problems} that a hook would fail by, {warnings warning|warnings}'
      : warnings > 0
        ? 'nothing that a hook would fail by, {warnings warning|warnings}'
        : 'nothing that a hook would fail by';
  return {
    apiVersion: 'warmgate/v1',
    kind: 'Diagnosis',
    ...origin,
    exit: problems > 0 ? 1 : 0,
    verdict: fill(say, { problems, warnings }),
    findings: worded,
  };
}

function word({ code, args }: Finding): WordedFinding {
  const shown = cleanArgs(args);
  const todo = todos[code];
  return {
    code,
    ...findingRows[code],
    args: shown,
    text: fill(findingWords[code], shown),
    ...(todo === undefined ? {} : { todo: fill(todo, shown) }),
  };
}
