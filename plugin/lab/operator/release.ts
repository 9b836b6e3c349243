import type { KubeObject } from '../../model/kube.ts';
import { expectedParts, instanceId } from '../../theia/names.ts';
import { releaseTarget, renewReleased } from '../../theia/reconcile/release.ts';
import { claimedId } from '../../theia/session.ts';
import type { Context } from './context.ts';
import { cleanService, edit, removeOwner, setAllowList } from './edits.ts';
import { deletePod } from './pods.ts';
import { runSteps } from './steps.ts';

/** A Service is cleaned in up to three attempts, the only edits that are tried again. */
const attempts = 3;

/**
 * Gives an eager session's instance back to the pool, and renews it where any part of it is outdated
 * (theia-cloud.md section 2, release). `session` is as it was last seen before it went.
 */
export async function releaseInstance(context: Context, session: KubeObject, app: KubeObject): Promise<void> {
  const { client, kind, settings } = context;
  // The garbage collector is quicker (0.1 s): what only the Session still owned is gone before it is looked for.
  await context.pause(3 * context.pace);
  const target = releaseTarget(session, app, await client.list('Service'));
  if (target === undefined) context.log(`No pair of services found for session ${session.metadata.name}`);
  else await cleanUp(context, session, app, target);
  const id = claimedId(session);
  if (kind === 'upstream' || id === undefined) return;
  const objects: KubeObject[] = [];
  for (const each of ['Service', 'Deployment', 'ConfigMap', 'PersistentVolumeClaim'] as const)
    objects.push(...(await client.list(each)));
  await runSteps(context, app, renewReleased(app, id, objects, settings), 'log');
}

async function cleanUp(
  context: Context,
  session: KubeObject,
  app: KubeObject,
  { external, internal }: { external: KubeObject; internal: KubeObject },
): Promise<void> {
  const { uid } = session.metadata;
  for (const { metadata } of [external, internal])
    await tried(context, attempts, () => edit(context, 'Service', metadata.name, cleanService(uid)));
  const id = instanceId(external.metadata.name) ?? 0;
  const parts = expectedParts(app, id, context.settings);
  const named = (kind: string): string => parts.find((part) => part.kind === kind)?.name ?? '';
  await tried(context, 1, () => edit(context, 'Deployment', named('deployment'), removeOwner(uid)));
  if (context.settings.keycloak)
    await tried(context, 1, () => edit(context, 'ConfigMap', named('emailConfigMap'), setAllowList('')));
  await deletePod(context, named('deployment'));
  await context.pause(context.pace);
}

async function tried(context: Context, times: number, work: () => Promise<unknown>): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      await context.pause(0);
      context.log(`Failed to clean up: ${(error as Error).message}`);
    }
  }
}
