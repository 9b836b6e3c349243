import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import { because, type Reason } from '../model/reasons.ts';
import { annotations, claimLabels } from '../theia/labels.ts';
import { holds } from '../theia/owners.ts';
import { allowList } from '../theia/session.ts';
import type { Context } from './context.ts';

/**
 * What a former session left on an instance that no Session owns (docs/architecture.md#residue; docs/theia-cloud.md#f11).
 * `component` and `part-of` labels stay after an ordinary release and are no residue (recording 62).
 */
export function residueOf(parts: readonly Part[], context: Pick<Context, 'pods'>): Reason[] {
  const found: Reason[] = [];
  const emails = parts.find((part) => part.kind === 'emailConfigMap');
  const admitted = emails === undefined ? 0 : allowList(emails.object).length;
  if (admitted > 0) found.push(because('residueAllowList', { addresses: admitted }));
  const left = labelsLeft(parts.filter((part) => !isHeldInternal(part)));
  if (left.length > 0) found.push(because('residueLabels', { labels: left.join(', ') }));
  const former = podsOf(parts, context).filter(
    (pod) => pod.metadata.annotations?.[annotations.refresh] !== undefined,
  );
  if (former.length > 0) found.push(because('residuePod', { pods: former.length }));
  if (found.length > 0 && parts.some((part) => part.kind === 'pvc')) found.push(because('residueWorkspace'));
  const onStamp = labelsLeft(parts.filter(isHeldInternal));
  if (onStamp.length > 0) found.push(because('stampResidue', { labels: onStamp.join(', ') }));
  return found;
}

/** The stamp takes a former claim's labels off the held internal Service (docs/theia-cloud.md#lever-6-g). */
function isHeldInternal(part: Part): boolean {
  return part.kind === 'internalService' && holds(part.object).length > 0;
}

function labelsLeft(parts: readonly Part[]): string[] {
  const left = parts.flatMap((part) =>
    claimLabels.filter((label) => part.object.metadata.labels?.[label] !== undefined),
  );
  return [...new Set(left)];
}

function podsOf(parts: readonly Part[], { pods }: Pick<Context, 'pods'>): readonly KubeObject[] {
  const deployment = parts.find((part) => part.kind === 'deployment');
  return deployment === undefined ? [] : (pods.byDeployment.get(deployment.object.metadata.uid) ?? []);
}
