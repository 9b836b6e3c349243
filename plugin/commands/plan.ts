import { assess } from '../assess/assess.ts';
import type { Options } from '../config/options.ts';
import { buildPlan } from '../forecast/forecast.ts';
import { planEvent } from '../forecast/pass-over.ts';
import type { Plan } from '../forecast/plan.ts';
import { renderPlan } from '../forecast/text.ts';
import type { Exit } from '../model/exits.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { fromObjects } from '../observe/from-objects.ts';
import { look, refuseUnknownApps } from '../observe/look.ts';
import { lookAtFiles, objectsOf } from '../observe/read-file.ts';
import { usualSettings } from '../theia/templates/subject.ts';
import { checkForms, say } from './deliver.ts';
import type { Io } from './io.ts';
import { assessOptions, checkNamespace, ending, openRun } from './open-run.ts';
import { chartManifests, type Revisions, revisions } from './plan-manifests.ts';
import { version } from './version.ts';

/** What the operator would do with the manifests. Writes nothing, and exit 0 whatever comes out. @throws RunError 2 and 3 */
export async function plan(options: Options, io: Io): Promise<Exit> {
  checkForms(options);
  const { git } = options;
  const compared = git === undefined ? undefined : await revisions(git, options.path, io);
  const { snapshot, source, server } = await pools(options, io, compared);
  const manifests = compared?.head ?? (await desired(options, snapshot.namespace, io));
  const { objects } = snapshot;
  refuseUnknownApps(withManifests(snapshot, manifests), options.apps);
  const { assessment } = assess(snapshot, undefined, { ...assessOptions(options, true), apps: [] });
  const planned = buildPlan(
    {
      assessment,
      apps: objects.AppDefinition,
      objects: [
        ...objects.Deployment,
        ...objects.Service,
        ...objects.ConfigMap,
        ...objects.PersistentVolumeClaim,
      ],
      manifests,
      prune: options.prune,
      only: options.apps,
    },
    { version: version(), source, server },
  );
  await say({ value: planned, text: (how) => renderPlan(planned, how) }, options, io);
  return 0;
}

async function desired(options: Options, namespace: string, io: Io): Promise<KubeObject[]> {
  if (options.chart !== undefined) return chartManifests(options.chart, options.values, namespace, io);
  if (options.manifests.length > 0) return objectsOf(options.manifests, io);
  throw new RunError('nothingToPlan', {});
}

interface Seen extends Pick<Plan, 'source' | 'server'> {
  snapshot: Snapshot;
}

/** The pools as they are, or as the base revision would have made them. */
async function pools(options: Options, io: Io, compared: Revisions | undefined): Promise<Seen> {
  if (options.files.length > 0) {
    const snapshot = await lookAtFiles(options.files, options.namespace, io);
    return { snapshot, source: 'file', server: '' };
  }
  if (compared !== undefined) {
    return { snapshot: basePools(compared.base, options.namespace), source: 'base', server: '' };
  }
  if (options.chart === undefined && options.manifests.length === 0) throw new RunError('nothingToPlan', {});
  const run = await openRun(options, io);
  try {
    const [snapshot] = await Promise.all([
      look(run.cluster, run.cluster.clock, run.place),
      checkNamespace(run),
    ]);
    return { snapshot, source: 'live', server: run.cluster.server };
  } catch (error) {
    throw await ending(error, run);
  } finally {
    await run.cluster.close();
  }
}

/**
 * A namespace in which the operator has made the pools of these AppDefinitions, and nobody has a session.
 * @throws RunError 'severalNamespaces' when they are of several and none is chosen
 */
function basePools(manifests: readonly KubeObject[], namespace: string | undefined): Snapshot {
  const all = manifests.filter(({ kind }) => kind === 'AppDefinition');
  const names = [...new Set(all.flatMap(({ metadata }) => metadata.namespace ?? []))].sort();
  if (namespace === undefined && names.length > 1)
    throw new RunError('severalNamespaces', { file: 'the base revision', namespaces: names.join(', ') });
  const wanted = namespace ?? names[0] ?? 'default';
  const apps = all
    .filter(({ metadata }) => (metadata.namespace ?? wanted) === wanted)
    .map((app, at) => ({
      ...app,
      metadata: { ...app.metadata, namespace: wanted, uid: uidOf(at), generation: 1 },
    }));
  const objects = apps.flatMap(
    (app) => planEvent('ensure-on-added', 'ADDED', app, [], usualSettings).objects,
  );
  return fromObjects([...apps, ...objects], wanted);
}

function uidOf(at: number): string {
  return `00000000-0000-0000-0000-${String(at + 1).padStart(12, '0')}`;
}

/** A name given with `--app` may be of an AppDefinition that the manifests bring. */
function withManifests(snapshot: Snapshot, manifests: readonly KubeObject[]): Snapshot {
  const brought = manifests.filter(({ kind }) => kind === 'AppDefinition');
  const AppDefinition = [...snapshot.objects.AppDefinition, ...brought];
  return { ...snapshot, objects: { ...snapshot.objects, AppDefinition } };
}
