import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** Repository paths that documents link to or name in backquotes. */
export function docLinks(root: string): { file: string; target: string }[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', 'CONTRIBUTING.md', ...docs.map((name) => `docs/${name}`)].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => ({
      file,
      target,
    })),
  );
}

function blocks(text: string): string[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}
