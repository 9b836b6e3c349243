import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { isRolledOut, rolloutOf } from '../theia/deployment.ts';
import type { Context } from './context.ts';
import { podTrouble } from './pods.ts';

/**
 * Nothing to say: the Deployment's pod is Ready, its observed generation reached, no old pod left (docs/architecture.md#ready).
 * Where pods can't be listed the Deployment's status alone decides.
 */
export function readinessOf(deployment: KubeObject, context: Context): Reason[] {
  const { uid } = deployment.metadata;
  const all = context.pods.byDeployment.get(uid) ?? [];
  const pods = all.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const rolledOut = isRolledOut(deployment);
  if (!rolledOut || (context.pods.seen && !pods.some(isReady))) {
    return [podTrouble(deployment, pods, context) ?? notReady(deployment, rolledOut, pods)];
  }
  if (!context.pods.seen) return [];
  const others = (context.pods.byApp.get(selectorApp(deployment)) ?? []).filter((pod) => !pods.includes(pod));
  const left = new Set([...all.filter((pod) => !pods.includes(pod)), ...others]).size;
  return left > 0 ? [because('oldPodLeft', { pods: left })] : [];
}

/** `rolledOut`: the status says that all is well, and no pod is. */
function notReady(deployment: KubeObject, rolledOut: boolean, pods: readonly KubeObject[]): Reason {
  const container = pods.map(unreadyContainer).find((name) => name !== '');
  const where = container === undefined ? {} : { container };
  const { generation, observedGeneration, replicas, updatedReplicas, readyReplicas } = rolloutOf(deployment);
  if (rolledOut) {
    return because('notReady', {
      deployment: deployment.metadata.name,
      readyReplicas: 0,
      replicas,
      ...where,
    });
  }
  return because('notReady', {
    generation,
    observedGeneration,
    replicas,
    updatedReplicas,
    readyReplicas,
    ...where,
  });
}

/** A container that runs and whose readiness probe fails. */
function unreadyContainer({ status }: KubeObject): string {
  const found = list(status?.containerStatuses).find(
    (each) => isRecord(each) && each.ready === false && isRecord(each.state) && isRecord(each.state.running),
  );
  return isRecord(found) ? text(found.name) : '';
}

function selectorApp(deployment: KubeObject): string {
  return text(deployment.spec?.selector?.matchLabels?.app) || '\0';
}

function isReady({ status }: KubeObject): boolean {
  return list(status?.conditions).some(
    (each) => isRecord(each) && each.type === 'Ready' && each.status === 'True',
  );
}
