import { type CommandRow, commandNames, commands } from './commands.ts';
import { flagNames, row } from './flags.ts';
import { defaultOf, usage } from './help.ts';

/** The flags as a Markdown table, for the docs. */
export function flagsMarkdown(): string {
  const lines = flagNames.map((name) => {
    const { env, says, commands: users, defaultFor } = row(name);
    const others = Object.entries(defaultFor ?? {}).map(([command, value]) => `${value} (${command})`);
    const byDefault = [defaultOf(name), ...others].filter((one) => one !== '').join(', ');
    const shown = users.filter((user) => user !== 'lab').join(', ');
    return line([code(usage(name).trim()), code(env), byDefault, shown, says]);
  });
  return [line(['flag', 'variable', 'default', 'commands', 'meaning']), rule(5), ...lines, ''].join('\n');
}

/** The commands as a Markdown table, for the docs. */
export function commandsMarkdown(): string {
  const rows = commandNames.map((name) => ({ name, ...(commands[name] as CommandRow) }));
  const lines = rows
    .filter(({ hidden }) => !hidden)
    .map(({ name, hook, does }) => line([code(name), hook, does]));
  return [line(['command', 'hook', 'does']), rule(3), ...lines, ''].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function rule(columns: number): string {
  return line(Array.from({ length: columns }, () => '---'));
}

function code(text: string): string {
  return `\`${text}\``;
}
