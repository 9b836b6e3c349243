import type { KubeObject } from '../../model/kube.ts';
import { isOwnedBy } from '../../theia/owners.ts';
import type { Context } from './context.ts';
import { addOwner, edit } from './edits.ts';

/** The HTTPRoute that the AppDefinition owns, hosts and gateway of its sessions; undefined where there is none. */
export async function ownedRoute({ client }: Context, app: KubeObject): Promise<KubeObject | undefined> {
  const routes = await client.list('HTTPRoute');
  return routes.find((route) => isOwnedBy(route, app.metadata.uid));
}

/**
 * Makes the AppDefinition an owner of the route that `spec.ingressname` names, so that deleting the last AppDefinition
 * makes the garbage collector delete it (F9). False: no such route, the AppDefinition is not handled.
 */
export async function ensureRoute(context: Context, app: KubeObject): Promise<boolean> {
  if ((await ownedRoute(context, app)) !== undefined) return true;
  const name: unknown = app.spec?.ingressname;
  const route =
    typeof name === 'string' && name !== '' ? await context.client.get('HTTPRoute', name) : undefined;
  if (route === undefined) return false;
  await edit(context, 'HTTPRoute', route.metadata.name, addOwner(app));
  return true;
}
