import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { version } from '../../plugin/commands/version.ts';
import { type HookOptions, type Mode, usualHooks } from '../../plugin/manifests/hooks.ts';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { rbac } from '../../plugin/manifests/rbac.ts';
import { releaseHooks } from '../../plugin/manifests/release.ts';
import { type CronName, cronJob, cronRows, followDeployment } from '../../plugin/manifests/workloads.ts';

/** What the chart must render: the hooks that `inject` adds, and what runs by the clock, from the same builders. */
export function fromBuilders(
  mode: Mode,
  options: Partial<HookOptions> = {},
  more: { desired?: string; follow?: boolean } = {},
): Manifest[] {
  const image = `ghcr.io/warmgate/warmgate:${version()}`;
  const all = { ...usualHooks({ mode, namespace: 'theia', image }), ...options };
  const hooks = releaseHooks(all, more.desired === undefined ? [] : [more.desired]);
  return [
    ...hooks,
    ...rbac('open', all, { component: 'expired' }),
    ...rbac('check', all),
    ...(Object.keys(cronRows) as CronName[]).map((name) => cronJob(name, all)),
    ...(more.follow ? [...rbac('guard', all, { component: 'follow' }), followDeployment(all)] : []),
  ];
}

export function nameOf({ kind, metadata: { name, namespace } }: Manifest): string {
  return `${kind} ${namespace}/${name}`;
}

/** Objects by kind and name; the chart's own clean-up after `helm uninstall`, which stands for other objects, left out. */
function byName(objects: readonly Manifest[]): Record<string, Manifest> {
  const kept = objects.filter((object) => !isCleanUp(object));
  const named = kept.map((object) => [nameOf(object), object] as const);
  const found = Object.fromEntries(named);
  if (Object.keys(found).length !== kept.length)
    throw new Error(`two objects of one name: ${named.map(([name]) => name).join(', ')}`);
  return Object.fromEntries(Object.entries(found).sort(([one], [other]) => one.localeCompare(other)));
}

/** The same objects, in any order; what differs is shown for the first that does. */
export function sameObjects(actual: readonly Manifest[], expected: readonly Manifest[]): void {
  const [found, wanted] = [byName(actual), byName(expected)];
  assert.equal(Object.keys(found), Object.keys(wanted));
  // Through JSON: the builders share values between objects, which a difference would show as circular.
  for (const name of Object.keys(wanted))
    assert.equal(found[name], JSON.parse(JSON.stringify(wanted[name])), name);
}

export function isCleanUp({ metadata }: Manifest): boolean {
  return metadata.annotations?.['helm.sh/hook'] === 'post-delete';
}

/** The objects of a YAML stream; empty documents are none. */
export function readObjects(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((object) => object !== null);
}
