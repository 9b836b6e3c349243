const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

const whole = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/;

/** `90s`, `1h30m`, `250ms` in milliseconds; undefined unless every number has a unit. */
export function parseDuration(text: string): number | undefined {
  if (!whole.test(text)) return undefined;
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
