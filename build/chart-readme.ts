import { isMap, isScalar, type Node, parseDocument, type YAMLMap } from 'yaml';

/** One value of a chart: its path, what it is unless one says otherwise, and the comment above it. */
export interface ChartValue {
  path: string;
  usual: string;
  /** Empty where no comment `# -- …` stands above it. */
  says: string;
}

/** The README with the table of values between its two marks made anew. @throws Error without the marks */
export function chartReadme(readme: string, valuesYaml: string): string {
  const from = readme.indexOf(opening);
  const to = readme.indexOf(closing);
  if (from < 0 || to < from)
    throw new Error(`the README has no place for the values: ${opening} … ${closing}`);
  return `${readme.slice(0, from)}${opening}\n${table(chartValues(valuesYaml))}${readme.slice(to)}`;
}

const opening = '<!-- values: from values.yaml by `npm run generate` -->';
const closing = '<!-- end of values -->';

export function chartValues(valuesYaml: string): ChartValue[] {
  const { contents } = parseDocument(valuesYaml);
  if (!isMap(contents)) throw new Error('the values are no mapping');
  return valuesOf(contents, '');
}

function valuesOf(map: YAMLMap, prefix: string): ChartValue[] {
  return map.items.flatMap(({ key, value }, at) => {
    if (!isScalar(key)) return [];
    const path = `${prefix}${key.value}`;
    // The parser takes a comment above the first key of a map for one on the map.
    const comment = key.commentBefore ?? (at === 0 ? map.commentBefore : undefined) ?? '';
    const says = /^ -- (.*)$/m.exec(comment)?.[1] ?? '';
    const nested = isMap(value) && value.items.length > 0;
    if (nested && says === '') return valuesOf(value, `${path}.`);
    return [{ path, usual: JSON.stringify((value as Node).toJSON()), says }];
  });
}

function table(values: readonly ChartValue[]): string {
  const rows = values.map(({ path, usual, says }) => `| \`${path}\` | \`${usual}\` | ${says} |`);
  return ['| value | default | meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}
