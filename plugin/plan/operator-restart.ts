import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { operatorDeployment } from '../theia/operator.ts';

/** Do the manifests roll the operator? By the pod template of its Deployment; without a live one to compare with, no. */
export function restartsOperator(
  manifests: readonly KubeObject[],
  live: KubeObject | undefined,
  namespace: string,
): boolean {
  if (live === undefined) return false;
  return manifests.some(
    ({ kind, metadata, spec }) =>
      kind === 'Deployment' &&
      (metadata.namespace ?? namespace) === namespace &&
      (metadata.name === live.metadata.name || metadata.name === operatorDeployment) &&
      !covers(live.spec?.template, spec?.template),
  );
}

/** All that is wanted is there already; what is there beside it are defaults of the API server. */
function covers(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((each, at) => covers(found[at], each))
    );
  }
  if (isRecord(wanted)) {
    return isRecord(found) && Object.entries(wanted).every(([key, value]) => covers(found[key], value));
  }
  return wanted === undefined || wanted === null || wanted === found;
}
