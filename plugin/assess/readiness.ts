import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { isRolledOut } from '../theia/deployment.ts';
import type { Context } from './context.ts';
import { podTrouble } from './pod-trouble.ts';

/**
 * Nothing to say: the Deployment's pod is Ready, its observed generation reached, no old pod left (design.md section 2).
 * Where pods can't be listed the Deployment's status alone decides.
 */
export function readinessOf(deployment: KubeObject, context: Context): Reason[] {
  const name = deployment.metadata.name;
  const pods = context.pods.byDeployment.get(deployment.metadata.uid) ?? [];
  const trouble = podTrouble(deployment, pods, context);
  if (trouble !== undefined) return [trouble];
  if (!isRolledOut(deployment)) {
    const { observedGeneration = 0, updatedReplicas = 0, readyReplicas = 0 } = deployment.status ?? {};
    return [
      because('notReady', {
        generation: deployment.metadata.generation ?? 0,
        observedGeneration,
        replicas: deployment.spec?.replicas ?? 1,
        updatedReplicas,
        readyReplicas,
      }),
    ];
  }
  if (!context.pods.seen) return [];
  const leftovers = (context.pods.leftByApp.get(selectorApp(deployment)) ?? []).length;
  const terminating = pods.filter((pod) => pod.metadata.deletionTimestamp !== undefined).length;
  if (leftovers + terminating > 0) return [because('oldPodLeft', { pods: leftovers + terminating })];
  if (!pods.some(isReady)) return [because('notReady', { deployment: name, readyReplicas: 0, replicas: 1 })];
  return [];
}

function selectorApp(deployment: KubeObject): string {
  const value = deployment.spec?.selector?.matchLabels?.app;
  return typeof value === 'string' ? value : '\0';
}

function isReady(pod: KubeObject): boolean {
  const conditions: unknown = pod.status?.conditions;
  return (
    Array.isArray(conditions) && conditions.some((each) => each?.type === 'Ready' && each?.status === 'True')
  );
}
