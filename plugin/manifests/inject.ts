import { kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';
import { documents, type ReadObject, readDocument, writeYaml } from './documents.ts';
import type { Manifest } from './meta.ts';
import type { HookOptions } from './options.ts';
import { releaseHooks } from './release.ts';

/** `--for`, without Helm 3, which takes no hooks from a post-renderer. */
export interface InjectOptions extends Omit<HookOptions, 'namespace'> {
  /** Where the AppDefinitions go that do not say it themselves; undefined where nobody knows. */
  namespace: string | undefined;
}

export interface Injected {
  /** The stream, byte for byte, without what an earlier run had added, and what this one adds. */
  text: string;
  /** Names of the AppDefinitions, by namespace. */
  apps: Readonly<Record<string, readonly string[]>>;
  /** Hooks of warmgate that the stream brought itself, of the chart for instance: nothing was added then. */
  foreign: readonly string[];
}

/** The label on everything that is added: a second run takes it out before it adds anew. */
export const injectedLabel = 'warmgate/by';
const injectedBy = 'inject';

/**
 * Manifests in, the same with the hooks for the AppDefinitions found in them out; a set of hooks for each namespace.
 * @throws RunError 'notKubernetes', 'noNamespace', 'tooLarge'
 */
export function inject(stream: string, options: InjectOptions): Injected {
  const read = documents(stream).map((document) => ({
    document,
    objects: readDocument(document, 'standard input'),
  }));
  const kept = read.filter(({ objects }) => !objects.some(isOurs));
  const objects = kept.flatMap((each) => each.objects);
  const foreign = objects.filter(isForeignHook).map(({ kind, name }) => `${kind}/${name}`);
  const byNamespace = groupByNamespace(objects.filter(isAppDefinition), options.namespace);
  const apps = Object.fromEntries(
    [...byNamespace].map(([namespace, found]) => [namespace, found.map(({ name }) => name)]),
  );
  const text = kept.map(({ document }) => document.text).join('');
  if (foreign.length > 0) return { text, apps, foreign };
  const hooks = [...byNamespace].flatMap(([namespace, found]) => hooksFor(namespace, found, options));
  return { text: append(text, hooks), apps, foreign };
}

/**
 * guard learns the desired specs, verify the names: an AppDefinition of somebody else in the namespace shall not fail this
 * release. guard runs before the first of them may be there, so it is told no names.
 */
function hooksFor(namespace: string, apps: readonly ReadObject[], options: InjectOptions): Manifest[] {
  const desired = apps.map((app) => writeYaml(desiredOf(app, namespace))).join('---\n');
  if (Buffer.byteLength(desired) > largestDesired)
    throw new RunError('tooLarge', { bytes: Buffer.byteLength(desired), most: largestDesired });
  const named = apps.flatMap(({ name }) => ['--app', name]);
  const { flags } = options;
  return releaseHooks(
    {
      ...options,
      namespace,
      labels: { ...options.labels, [injectedLabel]: injectedBy },
      flags: {
        ...flags,
        verify: [...named, ...(flags.verify ?? [])],
        rollback: [...named, ...(flags.verify ?? [])],
        open: [...named],
      },
    },
    desired,
  );
}

/** Kubernetes takes 1 MiB for a whole ConfigMap. */
const largestDesired = 1_000_000;

/** The part of an AppDefinition that moves its generation; annotations of the tool that renders stay out. */
function desiredOf({ apiVersion, kind, name, spec }: ReadObject, namespace: string): object {
  return { apiVersion, kind, metadata: { name, namespace }, spec };
}

function groupByNamespace(apps: readonly ReadObject[], usual: string | undefined): Map<string, ReadObject[]> {
  const groups = new Map<string, ReadObject[]>();
  for (const app of apps) {
    const namespace = app.namespace ?? usual;
    if (namespace === undefined) throw new RunError('noNamespace', { app: app.name });
    groups.set(namespace, [...(groups.get(namespace) ?? []), app]);
  }
  return groups;
}

function isAppDefinition({ apiVersion, kind }: ReadObject): boolean {
  return kind === 'AppDefinition' && apiVersion.startsWith(`${kinds.AppDefinition.group}/`);
}

function isOurs({ labels }: ReadObject): boolean {
  return labels[injectedLabel] === injectedBy;
}

/** A Job or Pod of warmgate that is a hook already: the chart is part of this release. */
function isForeignHook({ kind, labels, annotations }: ReadObject): boolean {
  return (
    (kind === 'Job' || kind === 'Pod') &&
    labels['app.kubernetes.io/name'] === 'warmgate' &&
    ('helm.sh/hook' in annotations || 'argocd.argoproj.io/hook' in annotations)
  );
}

function append(text: string, hooks: readonly Manifest[]): string {
  if (hooks.length === 0) return text;
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}${hooks.map((hook) => `---\n${writeYaml(hook)}`).join('')}`;
}
