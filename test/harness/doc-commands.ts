import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A command line in a document, and where it stands. */
export interface DocCommand {
  file: string;
  line: string;
}

/** Every line of every `sh` block in README.md, docs/*.md and the chart's README that begins with this program. */
export function docCommands(root: string, program: string): DocCommand[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`), 'charts/patch/README.md'].flatMap((file) =>
    blocks(readFileSync(join(root, file), 'utf8'))
      .flatMap((block) => block.split('\n'))
      .map((line) => line.trim().replace(/\s+#.*$/, ''))
      .filter((line) => line.startsWith(`${program} `))
      .map((line) => ({ file, line })),
  );
}

/** Links of documents to files of the repository, each with its anchor or none; one within a document names that document. */
export function docLinks(root: string): { file: string; target: string; anchor: string }[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  return ['README.md', 'CONTRIBUTING.md', ...docs].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#:]*)(?:#([\w-]+))?\)/g)].map(
      ([, target = '', anchor = '']) => ({ file, target: target === '' ? basename(file) : target, anchor }),
    ),
  );
}

function blocks(text: string): string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}
