import { isRecord } from '../model/foreign.ts';
import { kinds } from '../model/kinds.ts';
import { RunError } from '../model/run-error.ts';
import { edit } from './edit.ts';
import { type HookOptions, hooksOf } from './hooks.ts';
import { type Manifest, writeYaml } from './manifest.ts';
import { metadataOf, unfold } from './objects.ts';
import { releaseHooks } from './release.ts';
import { cut, type Piece, readPiece } from './stream.ts';

/** `--for`, without Helm 3, which takes no hooks from a post-renderer. */
export interface InjectOptions extends Omit<HookOptions, 'namespace' | 'guardWave'> {
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
  /** What its author should know. */
  notes: readonly string[];
}

/** The label on everything that is added: a second run takes it out before it adds anew. */
const injectedLabel = 'warmgate/by';
const injectedBy = 'inject';

const stdin = 'standard input';
const waveAnnotation = 'argocd.argoproj.io/sync-wave';

/** A document of the stream with what of its objects matters here. */
interface Part {
  piece: Piece;
  value: unknown;
  objects: readonly ReadObject[];
}

interface ReadObject {
  item: object;
  apiVersion: string;
  kind: string;
  name: string;
  /** Empty where the object does not say it. */
  namespace: string;
  labels: Readonly<Record<string, unknown>>;
  annotations: Readonly<Record<string, unknown>>;
  spec: unknown;
}

/**
 * Manifests in, the same with the hooks for the AppDefinitions found in them out; a set of hooks for each namespace.
 * @throws RunError 'badManifest', 'notKubernetes', 'noNamespace', 'tooLarge', 'badValue'
 */
export function inject(stream: string, options: InjectOptions): Injected {
  refuseLongName(options);
  const notes: string[] = [];
  const parts = cut(stream, stdin).map((piece) => readPart(piece, notes));
  const read = parts.flatMap(({ objects }) => objects);
  const changes = new Map<object, object | undefined>(
    read.filter(isOurs).map(({ item }) => [item, undefined]),
  );
  const kept = read.filter((object) => !isOurs(object));
  const foreign = kept.filter(isForeignHook).map(({ kind, name }) => `${kind}/${name}`);
  const byNamespace = groupByNamespace(kept.filter(isAppDefinition), options.namespace);
  const apps = Object.fromEntries(
    [...byNamespace].map(([where, found]) => [where, found.map(({ name }) => name)]),
  );
  const hooks: Manifest[] = [];
  for (const [namespace, found] of foreign.length > 0 ? [] : byNamespace) {
    const guardWave =
      options.mode === 'argo' ? waveOfGuard(namespace, kept, found, changes, notes) : undefined;
    hooks.push(...hooksFor(found, { ...options, namespace, guardWave }));
  }
  const added = new Set(hooks.map(({ kind, metadata }) => `${kind} ${metadata.namespace} ${metadata.name}`));
  // Of an earlier run whose label got lost: two objects of one name would fail the sync.
  for (const { item, kind, namespace, name, labels } of kept)
    if (isWarmgate(labels) && added.has(`${kind} ${namespace || options.namespace} ${name}`))
      changes.set(item, undefined);
  const text = parts.map(({ piece, value, objects }) =>
    objects.some(({ item }) => changes.has(item)) ? edit(piece, value, changes) : piece.text,
  );
  const json = parts.every(({ piece }) => piece.json !== undefined);
  return { text: append(text.join(''), hooks, json), apps, foreign, notes };
}

/** Only documents that a cheap look finds worth it are parsed, so that whatever else a stream holds passes as it came. */
function readPart(piece: Piece, notes: string[]): Part {
  if (!/AppDefinition|warmgate|Namespace/.test(piece.text)) return { piece, value: null, objects: [] };
  try {
    const { value, twice, restLine } = readPiece(piece, stdin);
    const objects = unfold(value).flatMap(({ item, object }) => readObject(item, object));
    if (objects.some(isAppDefinition)) {
      for (const { key, line } of twice)
        notes.push(`line ${line}: ${key} is there twice; the last one counts`);
      if (restLine !== undefined)
        notes.push(`line ${restLine}: what follows ... is read by nobody up to the next ---`);
    }
    return { piece, value, objects };
  } catch (error) {
    if (piece.text.includes('AppDefinition')) throw error;
    return { piece, value: null, objects: [] };
  }
}

function readObject(item: object, object: Record<string, unknown>): ReadObject[] {
  const { apiVersion, kind, spec } = object;
  const { name, namespace, labels, annotations } = metadataOf(object);
  const read = {
    item,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
    kind: String(kind),
    name: typeof name === 'string' ? name : '',
    namespace: typeof namespace === 'string' ? namespace : '',
    labels: isRecord(labels) ? labels : {},
    annotations: isRecord(annotations) ? annotations : {},
    spec,
  };
  if (read.name !== '') return [read];
  if (isAppDefinition(read))
    throw new RunError('notKubernetes', {
      file: stdin,
      reason: 'the AppDefinition in it has no metadata.name',
    });
  return [];
}

/**
 * The wave of the sync in which guard runs where the stream brings the namespace itself: before the sync its accounts would
 * have no place. It must end before the AppDefinitions come, so a namespace of their own wave gets an earlier one.
 */
function waveOfGuard(
  namespace: string,
  objects: readonly ReadObject[],
  apps: readonly ReadObject[],
  changes: Map<object, object | undefined>,
  notes: string[],
): number | undefined {
  const found = objects.find(
    ({ apiVersion, kind, name }) => apiVersion === 'v1' && kind === 'Namespace' && name === namespace,
  );
  if (found === undefined || 'argocd.argoproj.io/hook' in found.annotations) return undefined;
  const first = Math.min(...apps.map(waveOf));
  if (waveOf(found) < first) return waveOf(found);
  const wave = first - 1;
  const item = found.item as { metadata: object };
  const annotations = { ...found.annotations, [waveAnnotation]: String(wave) };
  changes.set(found.item, { ...item, metadata: { ...item.metadata, annotations } });
  notes.push(`Namespace ${namespace} gets sync wave ${wave}: guard runs between it and its AppDefinitions`);
  return wave;
}

function waveOf({ annotations }: ReadObject): number {
  const wave = Number(annotations[waveAnnotation] ?? 0);
  return Number.isInteger(wave) ? wave : 0;
}

/**
 * guard learns the desired specs, verify the names: an AppDefinition of somebody else in the namespace shall not fail this
 * release. guard runs before the first of them may be there, so it is told no names.
 */
function hooksFor(apps: readonly ReadObject[], options: HookOptions): Manifest[] {
  const named = apps.flatMap(({ name }) => ['--app', name]);
  const { flags, namespace } = options;
  const labels = { ...options.labels, [injectedLabel]: injectedBy };
  const more = (hook: 'verify' | 'rollback' | 'open'): string[] => [...named, ...(flags[hook] ?? [])];
  return releaseHooks(
    {
      ...options,
      labels,
      flags: { ...flags, verify: more('verify'), rollback: more('rollback'), open: more('open') },
    },
    apps.map((app) => writeYaml(desiredOf(app, namespace))),
  );
}

/** The part of an AppDefinition that moves its generation; annotations of the tool that renders stay out. */
function desiredOf({ apiVersion, kind, name, spec }: ReadObject, namespace: string): object {
  return { apiVersion, kind, metadata: { name, namespace }, spec };
}

function groupByNamespace(apps: readonly ReadObject[], usual: string | undefined): Map<string, ReadObject[]> {
  const groups = new Map<string, ReadObject[]>();
  for (const app of apps) {
    const namespace = app.namespace || usual;
    if (namespace === undefined) throw new RunError('noNamespace', { app: app.name });
    groups.set(namespace, [...(groups.get(namespace) ?? []), app]);
  }
  return groups;
}

/** The name of a Job is a label of its pods (https://github.com/argoproj/argo-cd/issues/5704). */
const longestJobName = 63;

function refuseLongName({ name, mode, without }: InjectOptions): void {
  const hooks = hooksOf(mode, without);
  const longest = Math.max(...hooks.map((hook) => hook.length));
  if (name.length + 1 + longest <= longestJobName) return;
  const hook = hooks.find((each) => each.length === longest);
  const expects = `with -${hook} it is longer than the ${longestJobName} characters of a Job's name`;
  throw new RunError('badValue', { flag: '--hook-name', value: name, expects });
}

function isAppDefinition({ apiVersion, kind }: Pick<ReadObject, 'apiVersion' | 'kind'>): boolean {
  return kind === 'AppDefinition' && apiVersion.startsWith(`${kinds.AppDefinition.group}/`);
}

function isOurs({ labels }: ReadObject): boolean {
  return labels[injectedLabel] === injectedBy;
}

function isWarmgate(labels: ReadObject['labels']): boolean {
  return (
    labels['app.kubernetes.io/name'] === 'warmgate' || labels['app.kubernetes.io/managed-by'] === 'warmgate'
  );
}

/** A Job or Pod of warmgate that is a hook already: the chart is part of this release. */
function isForeignHook({ kind, labels, annotations }: ReadObject): boolean {
  return (
    (kind === 'Job' || kind === 'Pod') &&
    labels['app.kubernetes.io/name'] === 'warmgate' &&
    ('helm.sh/hook' in annotations || 'argocd.argoproj.io/hook' in annotations)
  );
}

/** A stream of JSON goes on as JSON: after its second value nothing else is read. */
function append(text: string, hooks: readonly Manifest[], json: boolean): string {
  if (hooks.length === 0) return text;
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  const write = (hook: Manifest): string => (json ? `${JSON.stringify(hook)}\n` : `---\n${writeYaml(hook)}`);
  return `${text}${end}${hooks.map(write).join('')}`;
}
