import type { ReasonCode } from '../plugin/model/reasons.ts';
import type { InstanceState, SessionOutcome } from '../plugin/model/states.ts';

/** What `check -f` must say about one recorded state: test/fixtures/recordings/README.md, in codes. */
export interface Verdict {
  file: string;
  /** The AppDefinition judged; named with `--app` where the recording holds two. */
  app: string;
  exit: 0 | 1 | 6;
  /** State by ids, `3-10` for a range; every id of the pool. None: the AppDefinition is gone. */
  states: Readonly<Record<string, InstanceState>>;
  /** Codes of all reasons about instances and pool, each once: these and no others. */
  says: readonly ReasonCode[];
  sessions: Readonly<Record<string, SessionVerdict>>;
}

export interface SessionVerdict {
  outcome: SessionOutcome;
  list: 'right' | 'wrong' | 'missing' | 'none';
  /** Codes of all its reasons: these and no others. */
  says: readonly ReasonCode[];
  /** Instance id, or lazy. */
  at: number | 'lazy';
}

const java = 'java-25-latest';
const side = 'py-side';
const pool = 'ws-pool';

const whole: SessionVerdict = { outcome: 'untouched', list: 'right', says: [], at: 1 };
const uncovered: SessionVerdict = { ...whole, says: ['claimIncomplete'] };
const misrouted: SessionVerdict = { ...whole, says: ['misrouted'] };
const both: SessionVerdict = { ...whole, says: ['claimIncomplete', 'misrouted'] };
const lazy: SessionVerdict = { ...whole, at: 'lazy' };
const listLost: SessionVerdict = {
  outcome: 'harmed',
  list: 'wrong',
  says: ['allowListWrong', 'claimIncomplete'],
  at: 1,
};
const partsLost: SessionVerdict = {
  outcome: 'harmed',
  list: 'missing',
  says: ['idAboveMinimum', 'partLost'],
  at: 2,
};
const sideHarmed: SessionVerdict = {
  ...listLost,
  says: ['allowListWrong', 'claimIncomplete', 'misrouted', 'partRemade'],
};
const appGone: SessionVerdict = {
  outcome: 'harmed',
  list: 'missing',
  says: ['appDefinitionGone', 'partLost'],
  at: 1,
};
const failed: SessionVerdict = { outcome: 'untouched', list: 'none', says: [], at: 0 };
const heldPool = { 'ws-three': listLost, 'ws-d': on(2, uncovered), 'ws-e': on(3, uncovered), 'ws-f': lazy };
const heldStale = ['heldWhole', 'imageStale', 'partStale', 'stampStale'] as const;

/** One row a recording, in the order of the stories. */
export const verdicts: readonly Verdict[] = [
  row('01-claimed', java, 0, { '1-2': 'claimed', '3-10': 'current' }, [], two(uncovered)),
  row(
    '02-incident',
    java,
    1,
    { '1-2': 'claimed', '3-10': 'stale' },
    ['imageStale', 'partStale'],
    two(uncovered),
  ),
  row('03-nudged', java, 6, { '1-2': 'claimed', '3-10': 'current' }, [], two(listLost)),
  row('04-scaledown', java, 6, { '1-2': 'claimed' }, [], { 'ws-one': listLost, 'ws-two': partsLost }),
  row('05-scaleup', java, 6, { '1-2': 'claimed', '3-5': 'current' }, [], two(listLost)),
  row('06-guarded-change', java, 0, { '1-2': 'claimed', '3-5': 'current' }, [], two(whole)),
  row('07-guarded-scaledown', java, 0, { '1-2': 'claimed' }, [], {
    'ws-one': whole,
    'ws-two': on(2, { ...whole, says: ['idAboveMinimum'] }),
  }),
  row('08-released', java, 0, { 1: 'current' }, ['kindNotInFile'], {}),

  row('10-base', java, 0, { 1: 'claimed', '2-6': 'current' }, [], { 'ws-three': uncovered }),
  row('11-held', java, 6, { 1: 'claimed', '2-3': 'current', '4-6': 'stale' }, heldStale, {
    'ws-three': listLost,
  }),
  row('12-held-claims', java, 6, { '1-3': 'claimed', '4-6': 'stale' }, heldStale, heldPool),
  row('13-after-gc', java, 6, { '1-3': 'claimed', '4-6': 'current' }, [], heldPool),
  row(
    '14-missing-deploy',
    java,
    6,
    { '1-3': 'claimed', 4: 'incomplete', '5-6': 'current' },
    ['partMissing'],
    heldPool,
  ),
  row('15-missing-nudged', java, 6, { '1-3': 'claimed', '4-6': 'current' }, [], heldPool),

  row('20-side', side, 0, { '1-3': 'current' }, [], {}),
  row('21-side-claimed', side, 0, { 1: 'claimed', '2-3': 'current' }, [], { 'ws-side': both }),
  row('25-side-held', side, 6, { 1: 'claimed', '2-3': 'current' }, ['sidecarShielded'], {
    'ws-side': sideHarmed,
  }),

  row('34-appdef-deleted', 'mixed', 6, {}, [], { 'ws-mix': failed, 'ws-mix2': appGone }),

  row('40-gate-before', side, 0, { 1: 'claimed', '2-3': 'current' }, [], { 'ws-gate': both }),
  row('41-gate-closed', side, 1, { 1: 'claimed', '2-3': 'closed' }, ['gateClosed'], { 'ws-gate': misrouted }),
  row(
    '42-gate-applied',
    side,
    1,
    { 1: 'claimed', '2-3': 'stale' },
    ['gateClosed', 'generationsMixed', 'partStale', 'stampStale'],
    { 'ws-gate': misrouted, 'ws-gate2': lazy },
  ),
  row('43-gate-open', side, 0, { 1: 'claimed', '2-3': 'current' }, [], {
    'ws-gate': misrouted,
    'ws-gate2': lazy,
  }),

  row('50-workspace', pool, 0, { '1-2': 'current' }, ['kindNotInFile'], {}),
  row('51-workspace-claimed', pool, 0, { 1: 'claimed', 2: 'current' }, [], { 'ws-lea': both }),
  row('52-workspace-closed', pool, 1, { 1: 'claimed', 2: 'closed' }, ['gateClosed'], { 'ws-lea': both }),
  row('53-workspace-applied', pool, 1, { 1: 'claimed', 2: 'closed' }, ['gateClosed', 'stampStale'], {
    'ws-lea': both,
    'ws-max': lazy,
  }),
  row('54-workspace-open', pool, 0, { 1: 'claimed', 2: 'current' }, [], { 'ws-lea': both, 'ws-max': lazy }),

  row(
    '60-residue',
    java,
    1,
    { 1: 'residue', '2-3': 'current' },
    ['kindNotInFile', 'residueAllowList', 'residueLabels', 'residuePod'],
    {},
  ),
  row('61-residue-renewed', java, 0, { '1-3': 'current' }, ['kindNotInFile'], {}),
  row('62-released-current', java, 0, { '1-2': 'current' }, ['kindNotInFile'], {}),
];

function row(
  file: string,
  app: string,
  exit: Verdict['exit'],
  states: Verdict['states'],
  says: Verdict['says'],
  sessions: Verdict['sessions'],
): Verdict {
  return { file, app, exit, states, says, sessions };
}

function on(at: number, session: SessionVerdict): SessionVerdict {
  return { ...session, at };
}

function two(session: SessionVerdict): Verdict['sessions'] {
  return { 'ws-one': session, 'ws-two': on(2, session) };
}
