import type { KubeObject } from '../../model/kube.ts';
import { appName, minInstances, sidecarsOf } from '../../theia/app-definition.ts';
import { isSolelyOwnedBy } from '../../theia/owners.ts';
import { ensureListsFirst, ensureStage } from '../../theia/reconcile-ensure.ts';
import { restoredLists } from '../../theia/reconcile-restore.ts';
import { ownedIn, reconcileStage, type Stage, stages, stagesOf } from '../../theia/reconcile-stages.ts';
import type { Context } from './context.ts';
import { edit, removeOwner, setAllowList } from './edits.ts';
import { ensureRoute } from './shared-route.ts';
import { runSteps } from './steps.ts';

/** What an event of an AppDefinition makes the operator do. `app` is the object that the event brought. */
export async function passOf(
  context: Context,
  event: 'ADDED' | 'MODIFIED' | 'DELETED',
  app: KubeObject,
): Promise<void> {
  if (event === 'DELETED') return releaseAll(context, app);
  const modified = event === 'MODIFIED';
  if (modified && context.kind === 'upstream') return;
  if (!(await ensureRoute(context, app))) {
    context.log(
      `Expected HTTPRoute '${app.spec?.ingressname}' for ${appName(app)} does not exist. Abort handling.`,
    );
    return;
  }
  if (!context.eagerStart) return;
  const names = sidecarsOf(app).map(({ name }) => name);
  if (new Set(names).size < names.length) {
    context.log(`Duplicate sidecar names in ${appName(app)}. Abort handling.`);
    return;
  }
  if (modified || context.kind === 'reconcile-on-added') await reconcile(context, app);
  else await ensure(context, app);
  if (context.kind === 'reconcile-on-added') await restore(context, app);
}

async function ensure(context: Context, app: KubeObject): Promise<void> {
  context.log(`Ensuring pool capacity: ${minInstances(app)} for ${appName(app)}`);
  const { client, settings } = context;
  const first: KubeObject[] = [];
  for (const kind of ensureListsFirst) first.push(...(await client.list(kind)));
  for (const stage of stagesFor(context)) {
    const looksUp = stage === 'pvcs' || stage === 'sidecars';
    const listed = looksUp ? await listFor(context, stage) : first;
    await runSteps(context, app, ensureStage(stage, app, listed, settings), 'throw');
  }
}

async function reconcile(context: Context, app: KubeObject): Promise<void> {
  context.log(
    `Reconciling pool of ${appName(app)} to ${minInstances(app)} instances, generation ${app.metadata.generation}`,
  );
  for (const stage of stagesFor(context)) {
    const steps = reconcileStage(stage, app, await listFor(context, stage), context.settings);
    await runSteps(context, app, steps, stage === 'pvcs' || stage === 'sidecars' ? 'throw' : 'log');
  }
}

/** Upstream knows neither sidecars nor their PVCs. */
function stagesFor({ kind, settings }: Context): Stage[] {
  const all = stagesOf(settings);
  return kind === 'upstream' ? all.filter((stage) => stage !== 'pvcs' && stage !== 'sidecars') : all;
}

async function listFor({ client }: Context, stage: Stage): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const kind of stages[stage].lists) objects.push(...(await client.list(kind)));
  return objects;
}

async function restore(context: Context, app: KubeObject): Promise<void> {
  const { client } = context;
  if (!context.settings.keycloak) return;
  const objects = [...(await client.list('ConfigMap')), ...(await client.list('Session'))];
  for (const { emails, user } of restoredLists(app, objects)) {
    await edit(client, 'ConfigMap', emails.metadata.name, setAllowList(user));
    await context.pause(context.pace);
  }
}

/** Free objects are deleted, the others lose the AppDefinition as owner; upstream leaves it to the garbage collector. */
async function releaseAll(context: Context, app: KubeObject): Promise<void> {
  if (context.kind === 'upstream' || !context.eagerStart) return;
  const { client } = context;
  const { uid } = app.metadata;
  context.log(`Releasing all pool resources for ${appName(app)}`);
  for (const kind of ['Service', 'ConfigMap', 'Deployment'] as const) {
    for (const object of ownedIn(app, await client.list(kind), kind)) {
      const { name } = object.metadata;
      try {
        if (isSolelyOwnedBy(object, uid)) await client.remove(kind, name);
        else await edit(client, kind, name, removeOwner(uid));
      } catch (error) {
        await context.pause(0);
        context.log(`Failed to release ${kind} ${name}: ${(error as Error).message}`);
      }
      await context.pause(context.pace);
    }
  }
}
