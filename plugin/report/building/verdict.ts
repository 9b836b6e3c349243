import { exits } from '../../model/exits.ts';
import { type Reason, reasons } from '../../model/reasons.ts';
import type { PoolReport, Report, Worded } from '../../model/report.ts';
import { type Scales, weigh } from '../../model/weigh.ts';
import { cleanSentence } from '../../text/clean.ts';
import { allReasons, stateCounts } from '../forms/summary.ts';

/** The verdict in one line: what it is, and what tells most about it. */
export function verdict(report: Report): string {
  if (report.command === 'guard' || report.command === 'open') return didLine(report);
  const { exit } = report;
  if (exit === 0) return [opening(report), sessionsPart(report)].filter((part) => part !== '').join('; ');
  if (exit === 6) return `${exits[6].verdict}: ${harmedPart(report)}`;
  const because = allReasons(report).find((reason) => reason.exit === exit);
  const pools = report.pools.filter(({ converged }) => !converged).map(poolPart);
  const details = exit === 1 || exit === 4 ? pools : because === undefined ? [] : [because.text];
  const why = exit === 1 ? runPart(report) : [];
  return [exits[exit].verdict, [...details, ...why].join('; ')].filter((part) => part !== '').join(': ');
}

function opening(report: Report): string {
  const free = sum(report.pools, ({ counts }) => counts.current);
  const claimed = sum(report.pools, ({ counts }) => counts.claimed);
  const nothing = allReasons(report).find(({ code }) => nothingToDo.includes(code));
  if (free + claimed === 0 && nothing !== undefined) return `nothing to do: ${nothing.text}`;
  const names = report.pools.length === 1 ? report.pools[0]?.app : `${report.pools.length} pools`;
  return `converged: ${names}, ${count(free, 'instance')} current, ${claimed} claimed`;
}

const nothingToDo: readonly Worded['code'][] = ['noEagerStart', 'nothingSelected', 'poolEmpty'];

function sessionsPart({ liveSessions: { total, untouched, mended } }: Report): string {
  if (total === 0) return '';
  return `${count(total, 'live session')}, ${untouched} untouched${mended > 0 ? `, ${mended} mended` : ''}`;
}

function harmedPart({ sessions }: Report): string {
  const harmed = sessions.filter((session) => session.reasons.some(({ exit }) => exit === 6));
  return harmed
    .map(({ name, reasons }) => `${name} (${reasons.find(({ exit }) => exit === 6)?.text})`)
    .join('; ');
}

/** `java-25: 7 stale, 1 not ready of 10`. */
function poolPart({ app, instances }: PoolReport): string {
  const counts = stateCounts(instances, ['current', 'claimed']);
  return counts === '' ? `${app}: not converged` : `${app}: ${counts} of ${instances.length}`;
}

/** Why the run gave up, or what makes it 1 though every pool converged. */
function runPart(report: Report): string[] {
  const inPools = report.pools.flatMap(({ reasons }) => reasons);
  return [...report.reasons, ...inPools].filter(({ exit }) => exit === 1).map(({ text }) => text);
}

function didLine({ command, actions, pools, reasons, operator }: Report): string {
  const done = new Map<string, number>();
  for (const { step, result } of actions) if (result === 'done') done.set(step, (done.get(step) ?? 0) + 1);
  const closed = pools.filter(({ gate }) => gate === 'closed').map(({ app }) => app);
  const opened = done.get('open') ?? 0;
  const parts =
    command === 'guard'
      ? [
          `${count(done.get('complete') ?? 0, 'part')} added to claims`,
          `${count(done.get('shield') ?? 0, 'sidecar')} shielded`,
        ]
      : [`${count(opened, 'instance')} opened`];
  const gates = closed.length === 0 ? 'no gate closed' : `gate closed: ${closed.join(', ')}`;
  const late = reasons.filter(({ code }) => code === 'claimsInFlight' || code === 'timedOut');
  const failed = operator.reasons.filter(({ exit }) => exit !== 0);
  const said = [...parts, gates, ...[...late, ...failed].map(({ text }) => text)];
  return `${command === 'guard' ? 'guarded' : 'opened'}: ${said.join('; ')}`;
}

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A reason as the report carries it: weighed, cleaned, with its sentence. */
export function worded(reason: Reason, scales: Scales): Worded {
  const { code, args } = reason;
  return { code, ...cleanSentence(reasons[code].says, args), exit: weigh(reason, scales) };
}
