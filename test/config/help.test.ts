import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CommandRow, commandNames, commands } from '../../plugin/config/commands.ts';
import { flagNames, flagsOf, row } from '../../plugin/config/flags.ts';
import { parse } from '../../plugin/config/parse.ts';

function helpOf(...argv: string[]): string {
  const parsed = parse(argv, {});
  if (!('help' in parsed)) throw new Error('options, where help was expected');
  return parsed.help;
}

test('help is asked for in every usual way', () => {
  const verify = helpOf('verify', '--help');
  assert.is(helpOf('help', 'verify'), verify);
  assert.is(helpOf('-h', 'verify'), verify);
  assert.is(helpOf('verify', '--timeout', '240', '-h'), verify);
  assert.is(helpOf(), helpOf('--help'));
  assert.is(helpOf('help'), helpOf('--help'));
});

test('the list of commands names all but the hidden', () => {
  const text = helpOf();
  for (const name of commandNames) {
    const shown = new RegExp(`^  ${name} `, 'm').test(text);
    assert.is(shown, !(commands[name] as CommandRow).hidden, name);
  }
});

test('a command’s help tells each flag with its default and variable, and no other flag', () => {
  for (const command of commandNames) {
    const text = helpOf(command, '--help');
    for (const name of flagNames) {
      assert.is(
        new RegExp(` --${name}( |$)`, 'm').test(text.slice(text.indexOf('Flags:'))),
        flagsOf(command).includes(name),
        `${command} ${name}`,
      );
      if (flagsOf(command).includes(name)) assert.match(text, row(name).env);
    }
  }
  assert.match(helpOf('verify', '-h'), '[default 4m, WARMGATE_TIMEOUT]');
  assert.match(helpOf('check', '-h'), '[default 30s, WARMGATE_TIMEOUT]');
});

test('what judges explains its exit codes', () => {
  assert.match(helpOf('check', '-h'), /Exit codes:\n {2}0 /);
  assert.not.match(helpOf('demo', '-h'), 'Exit codes');
});

test('every example is a line that warmgate accepts', () => {
  for (const name of commandNames)
    for (const [line] of (commands[name] as CommandRow).examples) {
      const argv = line.split(' < ')[0]?.split(' ') ?? [];
      assert.is(argv[0], name, line);
      assert.ok(parse(argv, {}), line);
    }
});

test.run();
