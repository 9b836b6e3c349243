import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated.ts';
import { generatedTables } from './generated-tables.ts';

/** `npm run generate`: writes hooks/, the chart's generated files, schemas/ and docs/reference/ anew from the tables in plugin/. */
const root = join(import.meta.dirname, '..');
for (const [path, text] of Object.entries({ ...generatedFiles(root), ...generatedTables() })) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
