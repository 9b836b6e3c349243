import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartReadme } from './chart-readme.ts';
import { chartFlags, chartRules } from './chart-rules.ts';
import { hookFiles } from './hook-files.ts';

/** Generated files of charts/ and hooks/, by path from the root. `npm run generate` writes them, a test compares. */
export function generatedFiles(root: string): Record<string, string> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  return {
    ...hookFiles(version),
    'charts/patch/templates/_flags.tpl': chartFlags(),
    'charts/patch/templates/_rules.tpl': chartRules(),
    'charts/patch/README.md': chartReadme(read('charts/patch/README.md'), read('charts/patch/values.yaml')),
  };
}
