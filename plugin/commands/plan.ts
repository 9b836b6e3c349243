import { assess } from '../assess/assess.ts';
import type { Options } from '../config/options.ts';
import type { Exit } from '../model/exits.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { lookAtFiles, objectsOf } from '../observe/read-file.ts';
import { buildPlan } from '../plan/build-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { renderPlan } from '../plan/text.ts';
import type { Io } from './io.ts';
import { assessOptions, checkApps, checkNamespace, ending, lookOnce, openRun } from './open-run.ts';
import { basePools } from './plan-base.ts';
import { chartManifests } from './plan-chart.ts';
import { type Revisions, revisions } from './plan-git.ts';
import { checkForms, say } from './say.ts';
import { version } from './version.ts';

/** What the operator would do with the manifests. Writes nothing, and exit 0 whatever comes out. @throws RunError 2 and 3 */
export async function plan(options: Options, io: Io): Promise<Exit> {
  checkForms(options);
  const { git } = options;
  const compared = git === undefined ? undefined : await revisions(git, options.path, io);
  const { snapshot, source, server } = await pools(options, io, compared);
  const manifests = compared?.head ?? (await desired(options, snapshot.namespace, io));
  const { objects } = snapshot;
  checkApps(withManifests(snapshot, manifests), options.apps);
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
    const [snapshot] = await Promise.all([lookOnce(run), checkNamespace(run)]);
    return { snapshot, source: 'live', server: run.cluster.server };
  } catch (error) {
    throw await ending(error, run);
  } finally {
    await run.cluster.close();
  }
}

/** A name given with `--app` may be of an AppDefinition that the manifests bring. */
function withManifests(snapshot: Snapshot, manifests: readonly KubeObject[]): Snapshot {
  const brought = manifests.filter(({ kind }) => kind === 'AppDefinition');
  const AppDefinition = [...snapshot.objects.AppDefinition, ...brought];
  return { ...snapshot, objects: { ...snapshot.objects, AppDefinition } };
}
