import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Manifest, Step } from './scenario.ts';
import type { Stage } from './stage.ts';

/** Arguments and standard input of a run that is given manifests; `remove` takes their file away. */
export async function withManifests(
  { ground }: Pick<Stage, 'ground'>,
  { args, manifests }: Extract<Step, { do: 'warmgate' }>,
): Promise<{ args: readonly string[]; input: string; remove: () => Promise<void> }> {
  if (manifests === undefined) return { args, input: '', remove: async () => undefined };
  const documents = await Promise.all(manifests.map((manifest) => rendered(ground.hands, manifest)));
  const input = documents.map((each) => stringify(each)).join('---\n');
  const folder = await mkdtemp(join(tmpdir(), 'warmgate-manifests-'));
  const file = join(folder, 'manifests.yaml');
  await writeFile(file, input);
  return {
    args: args.map((arg) => (arg === 'FILE' ? file : arg)),
    input: args.includes('-') ? input : '',
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function rendered({ get }: Stage['ground']['hands'], { app, spec }: Manifest): Promise<object> {
  const live = await get('AppDefinition', app);
  if (live === undefined) throw new Error(`no AppDefinition ${app}`);
  const { apiVersion, kind, metadata } = live;
  return { apiVersion, kind, metadata: { name: metadata.name }, spec: { ...live.spec, ...spec } };
}
