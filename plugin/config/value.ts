import type { FlagRow, Form } from './flag-row.ts';

/** A value as Options keeps it, or what was expected in its place. */
type Read = { value: unknown } | { expects: string; fix?: string };

/** Reads the texts given for one flag, in their order; the last one wins where only one is kept. Never empty. */
export function readValue(row: FlagRow, texts: readonly string[]): Read {
  const last = texts.at(-1) ?? '';
  switch (row.kind) {
    case 'flag':
    case 'off': {
      const on = truth(last);
      if (on === undefined) return { expects: 'true or false' };
      return { value: row.kind === 'off' ? !on : on };
    }
    case 'duration':
      return duration(row, last);
    case 'number':
      return number(row, last);
    case 'string':
      return one(row, last);
    case 'choice':
      return chosen(row, last);
    case 'amount':
      return amount(last);
    case 'list':
    case 'choices':
      return each(
        pieces(row, texts),
        row.kind === 'list' ? (text) => one(row, text) : (text) => chosen(row, text),
      );
    case 'pairs':
      return pairs(pieces(row, texts));
  }
}

/** What a flag is when nobody sets it. */
export function unset(row: FlagRow, byDefault: string | undefined): unknown {
  if (byDefault !== undefined) return (readValue(row, [byDefault]) as { value: unknown }).value;
  if (row.kind === 'flag') return false;
  if (row.kind === 'off') return true;
  if (row.kind === 'pairs') return {};
  return row.kind === 'list' || row.kind === 'choices' ? [] : undefined;
}

/** The words that a variable or `--flag=…` may use. */
export function truth(text: string): boolean | undefined {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : undefined;
}

function duration({ range }: FlagRow, text: string): Read {
  const ms = parseDuration(text);
  if (ms === undefined)
    return {
      expects: 'a duration with a unit, as 90s, 4m or 1h30m',
      ...(/^\d+(\.\d+)?$/.test(text) ? { fix: `${text}s` } : {}),
    };
  const [least, most] = range ?? ['0s', '24h'];
  if (ms < (parseDuration(least) ?? 0) || ms > (parseDuration(most) ?? 0))
    return { expects: `${least} to ${most}` };
  return { value: ms };
}

function number({ range }: FlagRow, text: string): Read {
  const [least, most] = range ?? ['0', '2147483647'];
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value >= Number(least) && value <= Number(most)
    ? { value }
    : { expects: `a whole number from ${least} to ${most}` };
}

function one({ form }: FlagRow, text: string): Read {
  if (text === '') return { expects: 'a value that is not empty' };
  if (form === undefined || forms[form].match.test(text)) return { value: text };
  return { expects: forms[form].expects };
}

function chosen({ choices = [] }: FlagRow, text: string): Read {
  return choices.includes(text) ? { value: text } : { expects: choices.join(', ') };
}

function amount(text: string): Read {
  const [, digits, percent] = /^(\d{1,6})(%?)$/.exec(text) ?? [];
  const count = Number(digits);
  if (percent === '%' && count >= 1 && count <= 100) return { value: { percent: count } };
  if (percent === '' && count >= 1) return { value: { count } };
  return { expects: 'a number of instances, as 3, or a share, as 25%' };
}

function pairs(texts: readonly string[]): Read {
  const value: Record<string, string> = {};
  for (const text of texts) {
    const [, name, image] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || image === undefined || !forms.name.match.test(name))
      return { expects: 'as name=image' };
    if (Object.hasOwn(value, name) && value[name] !== image) return { expects: `only one image for ${name}` };
    value[name] = image;
  }
  return { value };
}

function pieces({ commas }: FlagRow, texts: readonly string[]): string[] {
  return commas ? texts.flatMap((text) => text.split(',').map((piece) => piece.trim())) : [...texts];
}

function each(texts: readonly string[], readOne: (text: string) => Read): Read {
  const values = new Set<unknown>();
  for (const text of texts) {
    const read = readOne(text);
    if ('expects' in read) return read;
    values.add(read.value);
  }
  return { value: [...values] };
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

const durationForm = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** `90s`, `1h30m`, `250ms` in milliseconds; undefined unless every number has a unit. */
export function parseDuration(text: string): number | undefined {
  if (!durationForm.test(text)) return undefined;
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g))
    sum += Number(number) * units[unit as keyof typeof units];
  return Number.isFinite(sum) ? Math.round(sum) : undefined;
}

/** The shortest way to write it: 90000 is `1m30s`. */
export function writeDuration(ms: number): string {
  let rest = ms;
  let text = '';
  for (const unit of ['h', 'm', 's', 'ms'] as const) {
    const count = Math.floor(rest / units[unit]);
    rest -= count * units[unit];
    if (count > 0) text += `${count}${unit}`;
  }
  return text === '' ? '0s' : text;
}

/** What each form accepts, and how to say it. */
export const forms: Readonly<Record<Form, { match: RegExp; expects: string }>> = {
  name: {
    match: /^(?=.{1,253}$)[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/,
    expects: 'a Kubernetes name: lower case letters, digits, - and .',
  },
  selector: { match: /^[-\w./=!,() ]{1,1000}$/, expects: 'a label selector, as app=operator' },
  revisions: {
    match: /^(?![-.])[^\s:]*?[^\s:.]\.{2,3}(?![.-])[^\s:]+$/,
    expects: 'two revisions, as main..HEAD or main...HEAD',
  },
  report: {
    match: /\.(json|md|xml|html|txt)$/,
    expects: 'a file that ends in .json, .md, .xml, .html or .txt',
  },
};
