import type { KubeObject } from '../../model/kube.ts';
import { annotations } from '../../theia/labels.ts';
import { type ClaimTarget, claimTarget, claimTargetUpstream } from '../../theia/reconcile/claim.ts';
import { sessionLabels, userOf } from '../../theia/session.ts';
import { instanceSelector } from '../../theia/templates/instance.ts';
import type { Context } from './context.ts';
import { addLabels, addOwner, annotate, cleanService, edit, removeOwner, setAllowList } from './edits.ts';
import { refreshPods } from './pods.ts';
import { createSessionRoute } from './session-route.ts';
import { SessionFailed } from './session-status.ts';

/**
 * Gives the session a free instance, step by step in the order of theia-cloud.md section 2; false: none is free.
 * Nothing is tried again; a claim that fails half way frees its Services. Throws SessionFailed.
 */
export async function claimInstance(
  context: Context,
  session: KubeObject,
  app: KubeObject,
  shared: KubeObject,
  oneAtATime: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<boolean> {
  const target = await oneAtATime(() => reserve(context, session, app));
  if (target === undefined) return false;
  const { kind } = context;
  const { id } = target;
  if (kind !== 'upstream') {
    const chosen = { [annotations.startStrategy]: 'eager', [annotations.instanceId]: String(id) };
    await edit(context, 'Session', session.metadata.name, annotate(chosen));
  }
  try {
    await complete(context, session, app, target);
  } catch (error) {
    await context.pause(0);
    context.log(`Failed to complete session setup: ${(error as Error).message}`);
    for (const { metadata } of [target.external, target.internal])
      await edit(context, 'Service', metadata.name, cleanService(session.metadata.uid)).catch(
        () => undefined,
      );
    throw new SessionFailed('setup');
  }
  const backend = { service: target.external.metadata.name, path: `/${instanceSelector(app, id)}` };
  await createSessionRoute(context, session, app, backend, shared);
  return true;
}

async function reserve(
  context: Context,
  session: KubeObject,
  app: KubeObject,
): Promise<ClaimTarget | undefined> {
  const { client, kind } = context;
  const services = await client.list('Service');
  const target = (kind === 'upstream' ? claimTargetUpstream : claimTarget)(app, services);
  if (target === undefined) return undefined;
  const external = target.external.metadata.name;
  const taken: string[] = [];
  try {
    for (const name of [external, target.internal.metadata.name]) {
      await edit(context, 'Service', name, addOwner(session));
      taken.push(name);
    }
  } catch (error) {
    await context.pause(0);
    context.log(
      `Failed to reserve ${taken.length === 0 ? 'external' : 'internal'} service: ${(error as Error).message}`,
    );
    for (const name of taken)
      await edit(context, 'Service', name, removeOwner(session.metadata.uid)).catch(() => undefined);
    throw new SessionFailed('reserve');
  }
  return target;
}

async function complete(
  context: Context,
  session: KubeObject,
  app: KubeObject,
  { external, internal, deployment, emails }: ClaimTarget,
): Promise<void> {
  const { settings } = context;
  for (const { metadata } of [external, internal]) {
    await edit(context, 'Service', metadata.name, addLabels(sessionLabels(session, app)));
  }
  await edit(context, 'Deployment', deployment, addOwner(session));
  if (!settings.keycloak) return;
  await edit(context, 'ConfigMap', emails, setAllowList(userOf(session)));
  await refreshPods(context, deployment);
}
