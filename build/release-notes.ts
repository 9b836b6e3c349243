import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run -s release-notes [-- VERSION]`: what CHANGELOG.md says of a version, of package.json's without one, on standard
 * output; exit 1 where it says nothing.
 */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version);
  const notes = section?.slice(section.indexOf('\n')).trim();
  return notes === '' ? undefined : notes;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const version = process.argv[2] ?? JSON.parse(read('package.json')).version;
  const notes = releaseNotes(read('CHANGELOG.md'), version);
  if (notes === undefined) {
    process.stderr.write(`CHANGELOG.md says nothing of ${version}\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`${notes}\n`);
  }
}
