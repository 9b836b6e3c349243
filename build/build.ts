import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.ts';
import { revision } from './revision.ts';

/** `npm run build`: writes dist/ and prints what each file weighs. */
const root = join(import.meta.dirname, '..');
const files = await bundle(root, await revision(root, process.env));
await mkdir(join(root, 'dist'), { recursive: true });
for (const [name, content] of Object.entries(files)) {
  const path = join(root, 'dist', name);
  await writeFile(path, content);
  if (name.endsWith('.js')) await chmod(path, 0o755);
  const gzipped = gzipSync(content, { level: 9 }).length;
  process.stdout.write(`dist/${name}  ${content.length} bytes, ${gzipped} gzipped\n`);
}
