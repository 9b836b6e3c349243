import { reasons as table } from '../../model/reasons.ts';
import type { InstanceReport, SessionReport, Worded } from '../../model/report.ts';
import { instanceStates, sessionOutcomes, sessionPhases } from '../../model/states.ts';
import { stepKinds } from '../../model/steps.ts';
import { cleanSentence } from '../../text/clean.ts';
import type { Column } from '../../text/grid.ts';
import type { Tone } from '../../text/paint.ts';

/** The instances table of every format. The last column holds the sentences and may be long. */
export const instanceColumns: readonly Column<InstanceReport>[] = [
  { head: 'ID', cell: ({ id }) => String(id) },
  { head: 'STATE', cell: ({ state }) => instanceStates[state].label, tone: instanceTone },
  {
    head: 'GENERATION',
    cell: ({ generations }) => generations.map((each) => (each < 0 ? 'none' : each)).join(', '),
  },
  { head: 'DONE', cell: ({ done }) => done.map((step) => stepKinds[step].label).join(', ') },
  {
    head: 'WHY',
    cell: ({ session, reasons }) => [...ownerPart(session, reasons), ...condense(reasons)].join('; '),
  },
];

/** The sessions table of every format. */
export const sessionColumns: readonly Column<SessionReport>[] = [
  { head: 'SESSION', cell: ({ name }) => name },
  { head: 'POOL', cell: ({ app }) => app },
  { head: 'INSTANCE', cell: ({ instance, start }) => (instance === undefined ? start : String(instance)) },
  { head: 'OUTCOME', cell: outcomeOf, tone: sessionTone },
  {
    head: 'PARTS',
    cell: ({ partsSame, partsCompared }) =>
      partsCompared === 0 ? '' : `${partsSame} of ${partsCompared} same`,
  },
  { head: 'ALLOW-LIST', cell: ({ allowList }) => (allowList === 'none' ? '' : allowList) },
  { head: 'CLAIM', cell: ({ claim }) => (claim === 'none' ? '' : claim) },
  { head: 'WHY', cell: ({ reasons }) => condense(reasons).join('; ') },
];

function instanceTone({ state, reasons }: InstanceReport): Tone {
  return state === 'current' && reasons.length === 0 ? 'good' : reasonsTone(reasons);
}

function sessionTone({ phase, reasons }: SessionReport): Tone {
  if (phase !== 'live') return 'dim';
  return reasons.length === 0 ? 'good' : reasonsTone(reasons);
}

export function reasonsTone(reasons: readonly Worded[]): Tone {
  if (reasons.some(({ exit }) => exit !== 0)) return 'bad';
  return reasons.length > 0 ? 'warn' : 'plain';
}

/** Sessions that are not live have no outcome: nothing of theirs is written or compared. */
function outcomeOf({ phase, outcome }: SessionReport): string {
  return phase === 'live' ? sessionOutcomes[outcome].label : sessionPhases[phase].label;
}

function ownerPart(session: string | undefined, reasons: readonly Worded[]): string[] {
  const said = reasons.some(({ args }) => args.session === session);
  return session === undefined || said ? [] : [`session ${session}`];
}

/** Arguments that name one part out of several with the same trouble. */
const perPart = ['part', 'name'];

/**
 * Sentences for one line: reasons that differ only in the part they name become one, `Deployment, email ConfigMap: ...`.
 * Order of first appearance; nothing is left out.
 */
export function condense(reasons: readonly Worded[]): string[] {
  const groups = new Map<string, Worded[]>();
  for (const reason of reasons) {
    const same = Object.entries(reason.args).filter(([name]) => !perPart.includes(name));
    const key = JSON.stringify([reason.code, same.sort()]);
    groups.set(key, [...(groups.get(key) ?? []), reason]);
  }
  return [...groups.values()].map(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first?.text ?? '';
    const joined = perPart
      .filter((name) => name in first.args)
      .map((name) => [name, [first, ...others].map((each) => each.args[name]).join(', ')]);
    const args = { ...first.args, ...Object.fromEntries(joined) };
    return cleanSentence(table[first.code].says, args).text;
  });
}
