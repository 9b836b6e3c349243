import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse as parseYaml } from 'yaml';
import { parse } from '../../plugin/config/parse.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => parseYaml(readFileSync(join(root, 'hooks', name), 'utf8'));
const app =
  'apiVersion: theia.cloud/v1beta11\nkind: AppDefinition\nmetadata: {name: java}\nspec: {image: a:1}\n';

/** Runs the plugin's generate command with a helm of our own and `warmgate` on the PATH, as its sidecar would. */
function generate(helm: string, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-cmp-'));
  const program = (name: string, script: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program('helm', helm);
  program('warmgate', `exec "${process.execPath}" "${join(root, 'plugin/main.ts')}" "$@"`);
  const temporary = mkdtempSync(join(tmpdir(), 'warmgate-cmp-tmp-'));
  const { command, args } = read('cmp/plugin.yaml').spec.generate;
  try {
    const done = spawnSync(command[0], [...command.slice(1), ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        TMPDIR: temporary,
        ARGOCD_APP_NAME: 'pools',
        ARGOCD_APP_NAMESPACE: 'theia',
        ARGOCD_APP_REVISION: 'abc',
        KUBE_VERSION: '1.36.3',
        KUBE_API_VERSIONS: 'v1,apps/v1',
        ...env,
      },
    });
    return { ...done, left: readdirSync(temporary) };
  } finally {
    for (const each of [folder, temporary]) rmSync(each, { recursive: true });
  }
}

test('the config management plugin renders the chart and adds the hooks, and leaves no file behind', () => {
  const { status, stdout, stderr, left } = generate(`echo "# $*"\ncat <<'END'\n${app}END`, {
    ARGOCD_ENV_HELM_ARGS: '--values some.yaml',
    ARGOCD_ENV_WARMGATE_VERIFY_FLAGS: '--batch 25%',
  });
  assert.is(status, 0, stderr);
  const [line] = stdout.split('\n');
  assert.is(
    line,
    '# template pools . --include-crds --namespace theia --kube-version 1.36.3 --api-versions v1,apps/v1 --values some.yaml',
  );
  assert.ok(stdout.startsWith(`${line}\n${app}---\n`));
  assert.match(stdout, /argocd\.argoproj\.io\/hook: PostSync/);
  assert.match(stdout, /- name: ARGOCD_APP_REVISION\n\s+value: abc/);
  assert.match(stdout, /- --batch\n\s+- 25%/);
  assert.equal(left, []);
});

test('a chart that does not render fails the plugin; nothing half rendered comes out', () => {
  const { status, stdout, left } = generate('echo "kind: Service"; exit 1');
  assert.is.not(status, 0);
  assert.is(stdout, '');
  assert.equal(left, []);
});

test('the post-renderer of Helm 4 calls a command line that is accepted, at the version of the program', () => {
  const plugin = read('helm4/plugin.yaml');
  const [{ command, args }] = plugin.runtimeConfig.platformCommand;
  assert.is(command, 'warmgate');
  const parsed = parse([...args, '--namespace=theia'], {});
  assert.ok('command' in parsed && parsed.command === 'inject' && parsed.options.hooksFor === 'helm4');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.is(plugin.version, version);
  assert.is(plugin.type, 'postrenderer/v1');
});

test.run();
