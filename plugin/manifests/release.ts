import { RunError } from '../model/run-error.ts';
import { type HookName, type HookOptions, hooksOf } from './hooks.ts';
import { hookAnnotations, type Manifest, metaOf } from './manifest.ts';
import { desiredKey } from './pod.ts';
import { rbac } from './rbac.ts';
import { hookJob, jobName, momentOf } from './workloads.ts';

/**
 * All hooks of a release and what they stand on, in the order in which they come to be used. The accounts of guard and open are
 * hooks themselves: they run before anything of the release is there, or though nothing of it came to be.
 * `desired`: the AppDefinitions that the release brings, a document of YAML each.
 * @throws RunError 'tooLarge'
 */
export function releaseHooks(options: HookOptions, desired: readonly string[] = []): Manifest[] {
  const hooks = hooksOf(options.mode, options.without);
  const hasGuard = hooks.includes('guard');
  const wanted = hasGuard ? desiredConfigMaps('guard', desired, options) : [];
  const support = supportAnnotations(options);
  const ahead = [
    ...(hasGuard ? rbac('guard', options, { annotations: support }) : []),
    ...wanted,
    ...(hooks.includes('open') ? rbac('open', options, { annotations: support }) : []),
  ];
  const names = wanted.map(({ metadata }) => metadata.name);
  return [
    ...ahead,
    ...(hasGuard ? [hookJob('guard', options, names)] : []),
    ...(hooks.includes('verify') || hooks.includes('rollback') ? rbac('verify', options) : []),
    ...hooks.filter((hook) => hook !== 'guard').map((hook) => hookJob(hook, options)),
    ...cleanUp(ahead, options),
  ];
}

/** What the release is about to apply, in ConfigMaps that are there before the hook's Job. @throws RunError 'tooLarge' */
function desiredConfigMaps(hook: HookName, desired: readonly string[], options: HookOptions): Manifest[] {
  return packed(desired, options).map((yaml, at) => {
    const name = `${jobName(hook, options)}-desired${at === 0 ? '' : `-${at + 1}`}`;
    const metadata = metaOf(name, hook, options, {
      ...supportAnnotations(options),
      ...(sizeOf(yaml) > mostInAnnotation && options.mode === 'argo' ? serverSide(options) : {}),
    });
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [desiredKey]: yaml } };
  });
}

/**
 * Client-side apply writes an object into an annotation of itself, and all annotations together may have 256 KiB
 * (https://github.com/argoproj/argo-cd/issues/820); this leaves room for the rest of the object.
 */
const mostInAnnotation = 250_000;

/** Kubernetes takes 1 MiB for a whole ConfigMap. */
const mostInConfigMap = 1_000_000;

/** The documents in as few texts as fit; one that is too large for an annotation by itself has a text of its own. */
function packed(desired: readonly string[], { annotations, labels }: HookOptions): string[] {
  const most = mostInAnnotation - sizeOf(JSON.stringify({ annotations, labels }));
  const texts: string[] = [];
  for (const document of desired) {
    if (Buffer.byteLength(document) > mostInConfigMap)
      throw new RunError('tooLarge', { bytes: Buffer.byteLength(document), most: mostInConfigMap });
    const last = texts.at(-1);
    const both = `${last}---\n${document}`;
    if (last !== undefined && sizeOf(both) <= most) texts.splice(-1, 1, both);
    else texts.push(document);
  }
  return texts;
}

/** Bytes that a text takes in JSON. */
function sizeOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

/** An AppDefinition of this size can itself be applied by the server alone. */
function serverSide({ annotations }: HookOptions): Record<string, string> {
  const key = 'argocd.argoproj.io/sync-options';
  return { [key]: [annotations[key] ?? [], 'ServerSideApply=true'].flat().join(',') };
}

/** Annotations of what guard stands on: one step before it. A sync can fail before anything of it is there, so open's comes as early. */
export function supportAnnotations(options: HookOptions): Record<string, string> {
  return hookAnnotations(...momentOf('guard', options, supportBefore), 'support');
}

const supportBefore = 10;

/**
 * After `helm uninstall`: Helm leaves what was a hook of another event. An empty object of the same kind and name as a hook of this one
 * takes its place and goes when it succeeded, at once.
 */
function cleanUp(left: readonly Manifest[], options: HookOptions): Manifest[] {
  if (options.mode !== 'helm') return [];
  const annotations = {
    'helm.sh/hook': 'post-delete',
    'helm.sh/hook-weight': '0',
    'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
  };
  return left.map(({ apiVersion, kind, metadata, roleRef }) => ({
    apiVersion,
    kind,
    metadata: metaOf(metadata.name, 'cleanup', options, annotations),
    ...(roleRef === undefined ? {} : { roleRef }),
  }));
}
