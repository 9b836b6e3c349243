import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lookAtFiles } from '../../plugin/observe/read-file.ts';
import { rejects } from '../harness/rejects.ts';

const test = suite('read-file', { cwd: '', readStdin: async () => '' });
const object = (name: string, namespace?: string) =>
  JSON.stringify({
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  });

test.before.each((context) => {
  context.cwd = mkdtempSync(join(tmpdir(), 'warmgate-files-'));
  writeFileSync(join(context.cwd, 'one.json'), object('a', 'theia'));
  writeFileSync(join(context.cwd, 'other.json'), object('b', 'elsewhere'));
  writeFileSync(join(context.cwd, 'bare.json'), object('c'));
});
test.after.each(({ cwd }) => rmSync(cwd, { recursive: true }));

const names = async (...args: Parameters<typeof lookAtFiles>) => {
  const { namespace, objects } = await lookAtFiles(...args);
  return [namespace, objects.Service.map(({ metadata }) => metadata.name)];
};

test('relative names start where the caller is, and all files make one look', async (context) => {
  assert.equal(await names(['one.json', 'bare.json'], undefined, context), ['theia', ['a', 'c']]);
});

test('- is standard input', async ({ cwd }) => {
  const source = { cwd, readStdin: async () => object('d', 'theia') };
  assert.equal(await names(['-', 'one.json'], undefined, source), ['theia', ['d', 'a']]);
});

test('of several namespaces one must be chosen', async (context) => {
  await rejects(
    () => names(['one.json', 'other.json'], undefined, context),
    /several namespaces \(elsewhere, theia\)/,
  );
  assert.equal(await names(['one.json', 'other.json'], 'elsewhere', context), ['elsewhere', ['b']]);
});

test('a namespace that no object is in does not exist', async (context) => {
  await rejects(() => names(['one.json'], 'typo', context), /namespace typo does not exist/);
});

test('objects without a namespace are those of the one that is asked for', async (context) => {
  assert.equal(await names(['bare.json'], 'theia', context), ['theia', ['c']]);
  assert.equal(await names(['bare.json'], undefined, context), ['default', ['c']]);
});

test('a file that is not there, or a folder, cannot be read', async (context) => {
  await rejects(() => names(['none.json'], undefined, context), /cannot read none\.json: ENOENT/);
  await rejects(() => names(['.'], undefined, context), /cannot read \.: EISDIR/);
});

test.run();
