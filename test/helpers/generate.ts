import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generated } from './generated.ts';

/** `node test/helpers/generate.ts`: writes schemas/ and docs/reference/ anew from the tables in plugin/. */
const root = join(import.meta.dirname, '../..');
for (const [name, text] of Object.entries(generated())) {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}
