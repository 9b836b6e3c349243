import type { KubeObject } from '../../model/kube.ts';
import { appName, minInstances, sidecarsOf } from '../../theia/app-definition.ts';
import { releasedKinds, releaseSteps } from '../../theia/reconcile/deleted.ts';
import { ensureListsFirst, ensureStage } from '../../theia/reconcile/ensure.ts';
import { type AppEvent, passFor } from '../../theia/reconcile/kinds.ts';
import { restoredLists } from '../../theia/reconcile/restore.ts';
import { reconcileStage, type Stage, stages, stagesOf } from '../../theia/reconcile/stages.ts';
import type { Context } from './context.ts';
import { edit, setAllowList } from './edits.ts';
import { ensureRoute } from './shared-route.ts';
import { runSteps } from './steps.ts';

/** What an event of an AppDefinition makes the operator do. `app` is the object that the event brought. */
export async function passOf(context: Context, event: AppEvent, app: KubeObject): Promise<void> {
  const pass = passFor(context.kind, event);
  if (pass === 'nothing') return;
  if (pass === 'release') {
    if (context.eagerStart) await releaseAll(context, app);
    return;
  }
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
  await (pass === 'reconcile' ? reconcile : ensure)(context, app);
  if (context.kind === 'reconcile-on-added') await restore(context, app);
}

async function ensure(context: Context, app: KubeObject): Promise<void> {
  context.log(`Ensuring pool capacity: ${minInstances(app)} for ${appName(app)}`);
  const { client, settings } = context;
  const first: KubeObject[] = [];
  for (const kind of ensureListsFirst) first.push(...(await client.list(kind)));
  for (const stage of stagesOf(settings)) {
    const looksUp = stage === 'pvcs' || stage === 'sidecars';
    const listed = looksUp ? await listFor(context, stage) : first;
    await runSteps(context, app, ensureStage(stage, app, listed, settings), 'throw');
  }
}

async function reconcile(context: Context, app: KubeObject): Promise<void> {
  context.log(
    `Reconciling pool of ${appName(app)} to ${minInstances(app)} instances, generation ${app.metadata.generation}`,
  );
  const { settings } = context;
  for (const stage of stagesOf(settings)) {
    const steps = reconcileStage(stage, app, await listFor(context, stage), settings);
    await runSteps(context, app, steps, stage === 'pvcs' || stage === 'sidecars' ? 'throw' : 'log');
  }
}

async function listFor({ client }: Context, stage: Stage): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const kind of stages[stage].lists) objects.push(...(await client.list(kind)));
  return objects;
}

async function restore(context: Context, app: KubeObject): Promise<void> {
  const { client } = context;
  if (!context.settings.keycloak) return;
  const objects = [
    ...(await client.list('ConfigMap')),
    ...(await client.list('Service')),
    ...(await client.list('Session')),
  ];
  for (const { emails, user } of restoredLists(app, objects)) {
    await edit(context, 'ConfigMap', emails.metadata.name, setAllowList(user));
  }
}

async function releaseAll(context: Context, app: KubeObject): Promise<void> {
  context.log(`Releasing all pool resources for ${appName(app)}`);
  for (const kind of releasedKinds) {
    const steps = releaseSteps(app, kind, await context.client.list(kind));
    await runSteps(context, app, steps, 'log');
  }
}
