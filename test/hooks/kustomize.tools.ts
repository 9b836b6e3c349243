import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { test } from 'uvu';
import { stringify } from 'yaml';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { fromBuilders, readObjects, sameObjects } from '../charts/builders.ts';
import { ensureBinaries } from '../control-plane/build.ts';

const { kubectl } = await ensureBinaries(['kubectl']);

/** What kustomize makes of a kustomization beside the shipped component. */
async function kustomized(kustomization: object): Promise<Manifest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-kustomize-'));
  try {
    cpSync(join(import.meta.dirname, '../../hooks/argo'), join(folder, 'component'), { recursive: true });
    const pool = { apiVersion: 'theia.cloud/v1beta11', kind: 'AppDefinition', metadata: { name: 'java' } };
    writeFileSync(join(folder, 'pool.yaml'), stringify(pool));
    const whole = { resources: ['pool.yaml'], components: ['component'], ...kustomization };
    writeFileSync(join(folder, 'kustomization.yaml'), stringify(whole));
    const { stdout } = await execa(kubectl, ['kustomize', folder], { timeout: 60_000 });
    return readObjects(stdout).filter(({ kind }) => kind !== 'AppDefinition');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('as a component it follows the namespace of the kustomization, subjects and all', async () => {
  const objects = await kustomized({ namespace: 'pools' });
  sameObjects(objects, fromBuilders('argo', { namespace: 'pools' }));
});

test('the image is set as kustomize sets images', async () => {
  const images = [
    { name: 'ghcr.io/warmgate/warmgate', newName: 'mirror.example.test/warmgate', newTag: '1.2.3' },
  ];
  const objects = await kustomized({ namespace: 'theia', images });
  const image = 'mirror.example.test/warmgate:1.2.3';
  sameObjects(objects, fromBuilders('argo', { image }));
});

test.run();
