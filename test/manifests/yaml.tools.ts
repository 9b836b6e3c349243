import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ensureBinaries } from '../control-plane/build.ts';
import { type ControlPlane, startControlPlane } from '../control-plane/control-plane.ts';
import { golden } from '../harness/golden.ts';
import { yamlCases } from './yaml-documents.ts';
import { asRead, type Verdict } from './yaml-verdicts.ts';

// limit: 600 s

const test = suite<{ cluster: ControlPlane; folder: string }>('YAML as the real tools read it');

test.before(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'warmgate-yaml-'));
  context.cluster = await startControlPlane();
});
test.after(async ({ cluster, folder }) => {
  await cluster?.stop();
  rmSync(folder, { recursive: true });
});

test('kubectl with a real API server, Helm 3 and Helm 4 say what the fixture says', async ({
  cluster,
  folder,
}) => {
  const tools = await ensureBinaries(['kubectl', 'helm3', 'helm4']);
  const verdicts: Verdict[] = [];
  for (const { title, text } of yamlCases) {
    const [kubectl, helm3, helm4] = await Promise.all([
      created(tools.kubectl, cluster.kubeconfig, text),
      renders(tools.helm3, join(folder, 'helm3'), text),
      renders(tools.helm4, join(folder, 'helm4'), text),
    ]);
    verdicts.push({ title, text, ...kubectl, helm3, helm4 });
  }
  assert.ok(verdicts.length >= 120);
  golden('../yaml/verdicts.json', `${JSON.stringify(verdicts, null, 1)}\n`);
});

async function created(
  kubectl: string,
  kubeconfig: string,
  text: string,
): Promise<Pick<Verdict, 'objects' | 'refused'>> {
  const args = ['create', '--dry-run=server', '-o', 'json', '-f', '-', '--kubeconfig', kubeconfig];
  const { exitCode, stdout, stderr } = await execa(kubectl, args, {
    input: text,
    reject: false,
    timeout: 60_000,
  });
  if (exitCode !== 0) return { refused: stderr.replace(/^error: /, '').split('\n')[0] ?? '' };
  return { objects: asRead(stdout) };
}

async function renders(helm: string, folder: string, text: string): Promise<boolean> {
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: a\nversion: 1.0.0\n');
  writeFileSync(join(folder, 'document.yaml'), text);
  writeFileSync(join(folder, 'templates/a.yaml'), '{{ .Files.Get "document.yaml" }}');
  const { exitCode } = await execa(helm, ['template', 'a', folder], {
    reject: false,
    timeout: 60_000,
    env: { HOME: folder },
  });
  return exitCode === 0;
}

test.run();
