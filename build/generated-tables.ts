import { commandsMarkdown, flagsMarkdown } from '../plugin/config/docs.ts';
import { type FindingCode, findingRows, topics } from '../plugin/doctor/finding-rows.ts';
import { todos } from '../plugin/doctor/todo.ts';
import { findingWords } from '../plugin/doctor/words.ts';
import { exits } from '../plugin/model/exits.ts';
import { partKinds } from '../plugin/model/parts.ts';
import { type ReasonCode, type ReasonRow, reasons } from '../plugin/model/reasons.ts';
import { instanceStates } from '../plugin/model/states.ts';
import { stepKinds } from '../plugin/model/steps.ts';
import { waitWords } from '../plugin/report/forms/progress.ts';
import { words } from '../plugin/report/words.ts';
import { configSchema } from './schema/config-schema.ts';
import { diagnosisSchema } from './schema/diagnosis-schema.ts';
import { planSchema } from './schema/plan-schema.ts';
import { reportSchema } from './schema/report-schema.ts';

/** Every generated file, by its path from the root. `npm run generate` writes them, a test compares them. */
export function generatedTables(): Record<string, string> {
  return {
    'schemas/report.schema.json': json(reportSchema()),
    'schemas/config.schema.json': json(configSchema()),
    'schemas/plan.schema.json': json(planSchema()),
    'schemas/diagnosis.schema.json': json(diagnosisSchema()),
    'docs/reference/findings.md': findingsPage(),
    'docs/reference/exits.md': exitsPage(),
    'docs/reference/flags.md': page('Commands and flags', '', commandsMarkdown(), flagsMarkdown()),
    'docs/reference/reasons.md': reasonsPage(),
    'docs/reference/states.md': statesPage(),
  };
}

function exitsPage(): string {
  const rows = Object.entries(exits)
    .sort(([, one], [, other]) => one.rank - other.rank)
    .map(([code, { means }]) => [code, means]);
  return page(
    'Exit codes',
    'When several apply the first in this table wins.',
    table(['exit', 'means'], rows),
  );
}

/** What could make a reason go away; model/reasons.ts tells it at more length. */
const remedies = {
  time: 'time',
  nudge: 'a pass of the operator, behind the gate',
  mark: 'marking it outdated, then a pass',
  stamp: 'opening the gate',
  sibling: 'deleting the Service that is left, then a pass',
  restart: 'a start of the operator',
  mend: 'mending the list',
  claim: 'completing the claim',
  none: 'a person',
} as const satisfies Record<ReasonRow['remedy'], string>;

function reasonsPage(): string {
  const abouts = ['instance', 'pool', 'session', 'operator', 'run'] as const;
  const sections = abouts.map((about) => {
    const codes = (Object.keys(reasons) as ReasonCode[]).filter((code) => reasons[code].about === about);
    const rows = codes.map((code) => [
      `\`${code}\``,
      String(reasons[code].exit),
      shown(words[code]),
      reasons[code].exit === 0 && reasons[code].remedy === 'none' ? '' : remedies[reasons[code].remedy],
    ]);
    return `## About the ${about}\n\n${table(['code', 'exit', 'says', 'goes by'], rows)}`;
  });
  const intro =
    'Every reason that a report can give. `exit` is the code that it causes alone; 0 is a warning or information. ' +
    'In braces stand the numbers and names compared; what is in brackets is left out where it is not known.';
  return page('Reasons', intro, ...sections);
}

function findingsPage(): string {
  const sections = topics.map((topic) => {
    const codes = (Object.keys(findingRows) as FindingCode[]).filter(
      (code) => findingRows[code].topic === topic,
    );
    const rows = codes.map((code) => [
      `\`${code}\``,
      findingRows[code].severity,
      shown(findingWords[code]),
      shown(todos[code] ?? ''),
    ]);
    return `## ${topic}\n\n${table(['code', 'severity', 'says', 'do'], rows)}`;
  });
  const intro =
    'Everything that `warmgate doctor` can find. A problem is what a hook would fail by: it makes the exit code 1.';
  return page('Findings of doctor', intro, ...sections);
}

function statesPage(): string {
  const states = Object.entries(instanceStates).map(([name, { label, free }]) => [
    `\`${name}\``,
    label,
    free ? 'yes' : 'no',
  ]);
  const parts = Object.entries(partKinds).map(([name, { label, kind, main }]) => [
    `\`${name}\``,
    label,
    kind,
    main ? 'yes' : 'no',
  ]);
  const steps = Object.entries(stepKinds).map(([name, { label, writes }]) => [
    `\`${name}\``,
    label,
    writes ? 'yes' : 'no',
  ]);
  const waits = Object.entries(waitWords).map(([name, say]) => [`\`${name}\``, shown(say)]);
  return page(
    'States, parts and steps',
    'The first state that applies, from the top, is the state of an instance.',
    `## States of an instance\n\n${table(['state', 'shown as', 'free: must converge'], states)}`,
    `## Parts of an instance\n\n${table(['part', 'shown as', 'kind', 'carries the generation'], parts)}`,
    `## Steps of a run\n\n${table(['step', 'shown as', 'writes'], steps)}`,
    `## What a run waits for\n\n${table(['wait', 'says'], waits)}`,
  );
}

/** `{count claim|claims}` as a reader of the docs sees it: `{count} claims`. */
function shown(say: string): string {
  return say.replaceAll(/\{(\w+) [^|}]*\|([^}]*)\}/g, '{$1} $2');
}

function page(title: string, intro: string, ...blocks: string[]): string {
  const note = '<!-- Generated by `npm run generate`; change the tables in plugin/, not this file. -->';
  const parts = [note, `# ${title}`, intro, ...blocks].map((part) => part.trim());
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
