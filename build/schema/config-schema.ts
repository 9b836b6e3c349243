import type { FlagRow } from '../../plugin/config/flag-row.ts';
import { flagNames, row } from '../../plugin/config/flags.ts';
import { forms } from '../../plugin/config/value.ts';

const truths = ['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'];

/**
 * schemas/config.schema.json: the variables that configure warmgate, as a ConfigMap or a pipeline's `env` holds them. All
 * are strings; an empty one counts as unset. Ranges are checked by warmgate alone.
 */
export function configSchema(): object {
  const properties = flagNames.map((name) => [row(name).env, variable(name, row(name))]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:warmgate:config:v1',
    title: 'warmgate variables',
    description: 'Environment variables of warmgate; a flag on the command line wins over its variable.',
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

function variable(name: string, flag: FlagRow): object {
  const byDefault = flag.default === undefined ? {} : { default: flag.default };
  const range = flag.range === undefined ? '' : ` (${flag.range.join(' to ')})`;
  return { type: 'string', description: `--${name}: ${flag.says}${range}`, ...byDefault, ...form(flag) };
}

function form(flag: FlagRow): object {
  if (flag.kind === 'choice') return { enum: ['', ...(flag.choices ?? [])] };
  const pattern = patternOf(flag);
  return pattern === undefined ? {} : { pattern: `^$|${pattern}` };
}

function patternOf(flag: FlagRow): string | undefined {
  const name = forms.name.match.source;
  switch (flag.kind) {
    case 'flag':
    case 'off':
      return `^(${truths.map(anyCase).join('|')})$`;
    case 'duration':
      return '^(\\d+(\\.\\d+)?(ms|s|m|h))+$';
    case 'number':
      return '^\\d{1,10}$';
    case 'amount':
      return '^[0-9]{1,6}%?$';
    case 'choices':
      return listOf(`(${(flag.choices ?? []).join('|')})`, flag);
    case 'pairs':
      return listOf('[^=]+=.+', flag);
    default:
      return flag.form === undefined || (flag.commas && flag.form === 'name')
        ? undefined
        : formPattern(flag, name);
  }
}

function formPattern({ form: wanted }: FlagRow, name: string): string | undefined {
  if (wanted === undefined) return undefined;
  return wanted === 'name' ? name : forms[wanted].match.source;
}

function listOf(item: string, { commas }: FlagRow): string {
  return commas ? `^\\s*${item}\\s*(,\\s*${item}\\s*)*$` : `^${item}$`;
}

/** JSON Schema patterns know no flags: `[tT][rR]...`. */
function anyCase(word: string): string {
  return word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
