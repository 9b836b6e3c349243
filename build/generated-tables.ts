import { type CommandRow, commandNames, commands } from '../plugin/config/commands.ts';
import { flagNames, row } from '../plugin/config/flags.ts';
import { defaultOf, usage } from '../plugin/config/help.ts';
import { findingRows } from '../plugin/doctor/diagnosis.ts';
import type { FindingRow } from '../plugin/doctor/finding.ts';
import { exits } from '../plugin/model/exits.ts';
import { partKinds } from '../plugin/model/parts.ts';
import { type ReasonRow, reasons, remedies } from '../plugin/model/reasons.ts';
import { instanceStates } from '../plugin/model/states.ts';
import { stepKinds, waits } from '../plugin/model/steps.ts';
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
    'docs/reference/flags.md': flagsPage(),
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

function flagsPage(): string {
  const ofCommands = commandNames
    .map((name) => ({ name, ...(commands[name] as CommandRow) }))
    .filter(({ hidden }) => !hidden)
    .map(({ name, hook, does }) => [`\`${name}\``, hook, does]);
  const ofFlags = flagNames.map((name) => {
    const { env, says, commands: users, defaultFor } = row(name);
    const others = Object.entries(defaultFor ?? {}).map(([command, value]) => `${value} (${command})`);
    const byDefault = [defaultOf(name), ...others].filter((one) => one !== '').join(', ');
    const shown = users.filter((user) => user !== 'lab').join(', ');
    return [`\`${usage(name).trim()}\``, `\`${env}\``, byDefault, shown, says];
  });
  return page(
    'Commands and flags',
    '',
    table(['command', 'hook', 'does'], ofCommands),
    table(['flag', 'variable', 'default', 'commands', 'meaning'], ofFlags),
  );
}

function reasonsPage(): string {
  const abouts = ['instance', 'pool', 'session', 'operator', 'run'] as const;
  const all = Object.entries<ReasonRow>(reasons);
  const sections = abouts.map((what) => {
    const rows = all
      .filter(([, { about }]) => about === what)
      .map(([code, { exit, says, remedy }]) => [
        `\`${code}\``,
        String(exit),
        shown(says),
        exit === 0 && remedy === 'none' ? '' : remedies[remedy].by,
      ]);
    return `## About the ${what}\n\n${table(['code', 'exit', 'says', 'goes by'], rows)}`;
  });
  const intro =
    'Every reason that a report can give. `exit` is the code that it causes alone; 0 is a warning or information. ' +
    'In braces stand the numbers and names compared; what is in brackets is left out where it is not known.';
  return page('Reasons', intro, ...sections);
}

function findingsPage(): string {
  const sections = Object.entries<Readonly<Record<string, FindingRow>>>(findingRows).map(([topic, rows]) => {
    const lines = Object.entries(rows).map(([code, { severity, says, todo = '' }]) => [
      `\`${code}\``,
      severity,
      shown(says),
      shown(todo),
    ]);
    return `## ${topic}\n\n${table(['code', 'severity', 'says', 'do'], lines)}`;
  });
  const intro =
    'Everything that `warmgate doctor` can find. A problem fails a hook: it makes the exit code 1.';
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
  const waiting = Object.entries(waits).map(([name, says]) => [`\`${name}\``, shown(says)]);
  return page(
    'States, parts and steps',
    'The first state that applies, from the top, is the state of an instance.',
    `## States of an instance\n\n${table(['state', 'shown as', 'free: must converge'], states)}`,
    `## Parts of an instance\n\n${table(['part', 'shown as', 'kind', 'carries the generation'], parts)}`,
    `## Steps of a run\n\n${table(['step', 'shown as', 'writes'], steps)}`,
    `## What a run waits for\n\n${table(['wait', 'says'], waiting)}`,
  );
}

/** `{count claim|claims}` as a reader of the docs sees it: `{count} claims`. */
function shown(says: string): string {
  return says.replaceAll(/\{(\w+) [^|}]*\|([^}]*)\}/g, '{$1} $2');
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
