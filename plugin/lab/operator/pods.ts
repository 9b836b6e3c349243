import type { KubeObject } from '../../model/kube.ts';
import { annotations } from '../../theia/labels.ts';
import { owners } from '../../theia/owners.ts';
import type { Context } from './context.ts';
import { annotate, edit } from './edits.ts';

/** Marks the pods of a Deployment, so that the kubelet mounts the changed allow-list at once. A failure is only logged. */
export async function refreshPods(context: Context, deployment: string): Promise<void> {
  const at = new Date(context.now()).toISOString();
  try {
    for (const pod of await context.client.list('Pod')) {
      if (!belongsTo(pod, deployment)) continue;
      await edit(context, 'Pod', pod.metadata.name, annotate({ [annotations.refresh]: at }));
    }
  } catch (error) {
    await context.pause(0);
    context.log(`Failed to refresh pods: ${(error as Error).message}`);
  }
}

/** Deletes the first pod whose name starts with the Deployment's, so that a fresh one takes its place. */
export async function deletePod(context: Context, deployment: string): Promise<void> {
  try {
    const pods = await context.client.list('Pod');
    const pod = pods.find(({ metadata }) => metadata.name.startsWith(`${deployment}-`));
    if (pod !== undefined) await context.client.remove('Pod', pod.metadata.name);
  } catch (error) {
    await context.pause(0);
    context.log(`Failed to delete pod: ${(error as Error).message}`);
  }
}

function belongsTo(pod: KubeObject, deployment: string): boolean {
  return owners(pod).some(({ kind, name }) => kind === 'ReplicaSet' && name.startsWith(`${deployment}-`));
}
