import type { InstanceAssessment } from '../model/assessment.ts';
import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { appName } from '../theia/app-definition.ts';
import { mainContainer } from '../theia/deployment.ts';
import type { TargetContext } from './context.ts';

/** One tag, several digests: a new image under the same tag changes no spec, so generation cannot show it. */
export function digestReasons(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
  const seen = new Set(instances.flatMap((instance) => digestsOf(instance, context)));
  if (seen.size < 2) return [];
  return [
    because(context.options.requireSameDigest ? 'digestsRequired' : 'digestsDiffer', { digests: seen.size }),
  ];
}

function digestsOf({ state, parts }: InstanceAssessment, { app, pods }: TargetContext): string[] {
  const deployment = parts.find((part) => part.kind === 'deployment')?.object;
  if (deployment === undefined || (state !== 'current' && state !== 'closed')) return [];
  const container = mainContainer(deployment, appName(app))?.name;
  return (pods.byDeployment.get(deployment.metadata.uid) ?? []).flatMap((pod) => imageIds(pod, container));
}

function imageIds({ status }: KubeObject, container: string | undefined): string[] {
  return list(status?.containerStatuses).flatMap((each) => {
    const id = isRecord(each) && each.name === container ? text(each.imageID) : '';
    return id === '' ? [] : [/sha256:[0-9a-f]+/.exec(id)?.[0] ?? id];
  });
}
