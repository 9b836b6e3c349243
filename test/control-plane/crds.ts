import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { moduleFolder, runGo } from './build.ts';
import type { ApiClient } from './http.ts';

interface Crd {
  metadata: { name: string };
  spec: { group: string; names: { plural: string }; versions: { name: string; served: boolean }[] };
}

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * Applies the CRDs of Theia Cloud (crds/) and that of HTTPRoute, and waits until all are served and in discovery.
 * To be called before the controller manager starts: its garbage collector looks for new kinds every 30 s only.
 *
 * @throws ApiRefusal when the API server refuses one; Error when one is not served after 20 s
 */
export async function installCrds({ api }: { api: ApiClient }): Promise<void> {
  const crds = await readCrds();
  await Promise.all(crds.map((crd) => apply(api, crd)));
  const deadline = Date.now() + 20_000;
  for (;;) {
    const missing = await notServed(api, crds);
    if (missing.length === 0) return;
    if (Date.now() > deadline) throw new Error(`not served after 20 s: ${missing.join(', ')}`);
    await sleep(50);
  }
}

async function readCrds(): Promise<Crd[]> {
  const own = join(import.meta.dirname, 'crds');
  const names = (await readdir(own)).filter((name) => name.endsWith('.yaml'));
  const files = [...names.map((name) => join(own, name)), await httpRouteFile()];
  return Promise.all(
    files.map(async (file) => parse(await readFile(file, 'utf8'), { maxAliasCount: -1 }) as Crd),
  );
}

/** From the pinned Go module: go checks the download against go.sum. */
async function httpRouteFile(): Promise<string> {
  const module = 'sigs.k8s.io/gateway-api';
  const answer = await runGo(moduleFolder('gateway-api'), ['mod', 'download', '-json', module]);
  const { Dir } = JSON.parse(answer) as { Dir: string };
  return join(Dir, 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml');
}

/** Server-side apply: installing twice changes nothing. */
async function apply(api: ApiClient, crd: Crd): Promise<void> {
  await api.call(`${path}/${crd.metadata.name}?fieldManager=warmgate-test&force=true`, {
    method: 'PATCH',
    contentType: 'application/apply-patch+yaml',
    body: crd,
  });
}

/** Aggregated discovery is what the garbage collector reads; it follows the condition Established a little later. */
async function notServed(api: ApiClient, crds: Crd[]): Promise<string[]> {
  const [discovery, installed] = await Promise.all([
    api.call('/apis', { accept: aggregated }),
    api.call(path),
  ]);
  const served = new Set<string>();
  for (const group of discovery.body.items) {
    for (const version of group.versions) {
      for (const { resource } of version.resources ?? [])
        served.add(`${resource}.${group.metadata.name}/${version.version}`);
    }
  }
  const established = new Set<string>();
  for (const { metadata, status } of installed.body.items) {
    const conditions: { type: string; status: string }[] = status?.conditions ?? [];
    if (conditions.some(({ type, status }) => type === 'Established' && status === 'True'))
      established.add(metadata.name);
  }
  return crds.flatMap(({ metadata, spec }) =>
    spec.versions
      .filter(
        ({ name, served: wanted }) =>
          wanted && !(established.has(metadata.name) && served.has(`${metadata.name}/${name}`)),
      )
      .map(({ name }) => `${metadata.name}/${name}`),
  );
}
