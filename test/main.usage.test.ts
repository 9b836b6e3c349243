// limit: 180 s
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import { stringify } from 'yaml';
import { program, refused } from './commands/program.ts';
import { recordingText } from './harness/recordings.ts';

const test = suite('bad input needs no cluster to be refused', { folder: '' });

test.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-usage-'));
  const write = (name: string, text: string) => writeFileSync(join(context.folder, name), text);
  write('package.json', '{"name": "x", "version": "1.0.0"}');
  write('notes.txt', 'nothing of Kubernetes\nin here');
  write('broken.yaml', 'kind: Pod\n  metadata: [');
  write('pool.json', recordingText('01-claimed'));
  write(
    'other.json',
    recordingText('01-claimed')
      .replaceAll('"namespace": "theia"', '"namespace": "other"')
      .replaceAll('"namespace":"theia"', '"namespace":"other"'),
  );
  write('config', stringify(kubeconfig));
  write('no-config', 'just text');
});
test.after(({ folder }) => rmSync(folder, { recursive: true }));

const kubeconfig = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'prod',
  clusters: [{ name: 'prod', cluster: { server: 'http://127.0.0.1:1' } }],
  users: [{ name: 'me', user: { token: 'not-a-token' } }],
  contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'me' } }],
};

for (const [what, argv, says] of [
  ['an unknown command', ['verfy'], /unknown command verfy.*verify/],
  ['an unknown flag', ['verify', '--time-out', '4m'], /unknown flag --time-out.*--timeout/],
  ['a flag of another command', ['check', '--gate'], /--gate is not a flag of check.*guard/],
  ['a time without a unit', ['verify', '--timeout', '240'], /--timeout 240 has no unit; write 240s/],
  ['a time that is none', ['verify', '--timeout', 'soon'], /--timeout soon/],
  ['a flag without its value', ['check', '-f'], /-f|--file/],
  ['a stray argument', ['check', 'pool.json'], /unexpected argument pool\.json/],
  ['an unknown form of output', ['check', '-o', 'xml'], /text, json, markdown, junit, html/],
  ['an app that is no name', ['check', '--app', 'Java 25'], /--app/],
  ['a file that is not there', ['check', '-f', 'none.json'], /cannot read none\.json: ENOENT/],
  ['a folder for a file', ['check', '-f', '.'], /cannot read \.: EISDIR/],
  [
    'a file of something else',
    ['check', '-f', 'package.json'],
    /package\.json holds no Kubernetes objects: something in it has no kind/,
  ],
  ['a text', ['check', '-f', 'notes.txt'], /notes\.txt, line 1: it is a text and no object/],
  ['broken YAML', ['check', '-f', 'broken.yaml'], /broken\.yaml, line 2: the line goes on the one above/],
  ['empty input', ['check', '-f', '-'], /standard input holds no Kubernetes objects: it is empty/],
  [
    'several namespaces',
    ['check', '-f', 'pool.json', '-f', 'other.json'],
    /several namespaces \(other, theia\); choose one with -n/,
  ],
  [
    'a namespace that is not in the file',
    ['check', '-f', 'pool.json', '-n', 'typo'],
    /namespace typo does not exist/,
  ],
  [
    'an app that is not in the file',
    ['check', '-f', 'pool.json', '--app', 'typo'],
    /AppDefinition typo does not exist in namespace theia; there are: java-25-latest/,
  ],
  [
    'a manifest that is none',
    ['guard', '--manifests', 'notes.txt', '--kubeconfig', 'config'],
    /notes\.txt, line 1: it is a text and no object/,
  ],
] as const) {
  test(`${what} is refused in one clear line`, async ({ folder }) => {
    refused(await program(argv, { cwd: folder }), says);
  });
}

for (const command of ['verify', 'check', 'guard', 'open'] as const) {
  test(`${command} says where it looked for a kubeconfig`, async ({ folder }) => {
    refused(
      await program([command], { env: { HOME: folder } }),
      /no kubeconfig: .*\.kube\/config does not exist; give --kubeconfig FILE/,
    );
    refused(
      await program([command, '--kubeconfig', 'gone'], { cwd: folder }),
      /no kubeconfig: gone does not exist/,
    );
  });
  test(`${command} names the contexts that there are`, async ({ folder }) => {
    const argv = [command, '--context', 'typo', '--kubeconfig', join(folder, 'config')];
    refused(await program(argv), /context typo is not in .*config; there are: prod/);
  });
}

test('a kubeconfig that is none is refused', async ({ folder }) => {
  refused(
    await program(['check', '--kubeconfig', join(folder, 'no-config')]),
    /no-config is not a usable kubeconfig/,
  );
});

test('a wrong variable is refused like a wrong flag', async () => {
  refused(await program(['verify'], { env: { WARMGATE_TIMEOUT: '240' } }), /WARMGATE_TIMEOUT/);
});

test.run();
