import type { InstanceAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { lookedAt } from '../model/snapshot.ts';
import { appName } from '../theia/app-definition.ts';
import { mainContainer } from '../theia/deployment.ts';
import { operatorArguments } from '../theia/operator.ts';
import { lastForeignWrite, millis } from '../theia/time.ts';
import type { TargetContext } from './context.ts';

/** ConfigMap whose content the operator copies into each instance's proxy ConfigMap (theia-cloud.md F8, F14). */
const proxyConfig = 'oauth2-proxy-config';

/** What is true of a pool as a whole and of no instance alone. */
export function poolReasons(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
  const found: Reason[] = [];
  if (context.app.metadata.deletionTimestamp !== undefined) found.push(because('appDefinitionDeleting'));
  if (context.operator.kind === 'upstream') found.push(because('upstreamPool'));
  if (!instances.some((each) => each.appUid === context.app.metadata.uid) && context.operator.eagerStart) {
    found.push(because('poolEmpty', { minInstances: 0 }));
  }
  return [
    ...found,
    ...notInFile(context),
    ...digests(instances, context),
    ...operatorNewer(instances, context),
    ...needs(context),
  ];
}

function notInFile(context: TargetContext): Reason[] {
  if (context.snapshot.source === 'live') return [];
  const judged = lookedAt.filter((kind) => kind !== 'HTTPRoute' && kind !== 'Lease' && kind !== 'ReplicaSet');
  const absent = judged.filter(
    (kind) => context.snapshot.sight[kind] === 'notInFile' && needed(kind, context),
  );
  return absent.map((kind) => because('kindNotInFile', { kind }));
}

function needed(kind: string, context: TargetContext): boolean {
  if (kind === 'PersistentVolumeClaim') return false;
  return kind !== 'ConfigMap' || context.operator.keycloak;
}

/** One tag, several digests: a new image under the same tag changes no spec, so generation cannot show it. */
function digests(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
  const name = appName(context.app);
  const seen = new Set<string>();
  for (const instance of instances) {
    if (instance.state !== 'current' && instance.state !== 'closed') continue;
    const deployment = instance.parts.find((part) => part.kind === 'deployment')?.object;
    const container = deployment === undefined ? undefined : mainContainer(deployment, name)?.name;
    for (const pod of context.pods.byDeployment.get(deployment?.metadata.uid ?? '') ?? []) {
      for (const digest of imageIds(pod, container)) seen.add(digest);
    }
  }
  if (seen.size < 2) return [];
  return [
    because(context.options.requireSameDigest ? 'digestsRequired' : 'digestsDiffer', { digests: seen.size }),
  ];
}

function imageIds(pod: KubeObject, container: string | undefined): string[] {
  const statuses: unknown = pod.status?.containerStatuses;
  if (!Array.isArray(statuses)) return [];
  return statuses
    .filter((each) => each?.name === container && typeof each?.imageID === 'string' && each.imageID !== '')
    .map((each) => /sha256:[0-9a-f]+/.exec(each.imageID)?.[0] ?? each.imageID);
}

/** F14: what comes from operator arguments or from oauth2-proxy-config moves no generation. */
function operatorNewer(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
  const free = instances.filter((each) => each.state === 'current' || each.state === 'closed');
  const made = free.flatMap((each) =>
    each.parts.filter((part) => part.kind === 'proxyConfigMap' || part.kind === 'deployment'),
  );
  const oldest = made.reduce(
    (time, part) => Math.min(time, millis(part.object.metadata.creationTimestamp)),
    Number.POSITIVE_INFINITY,
  );
  const code = context.options.requireOperatorCurrent ? 'operatorNewerRequired' : 'operatorNewer';
  const found: Reason[] = [];
  const config = context.snapshot.objects.ConfigMap.find((each) => each.metadata.name === proxyConfig);
  if (config !== undefined && lastForeignWrite(config) > oldest)
    found.push(because(code, { what: proxyConfig }));
  if (argumentsChanged(context) > oldest) found.push(because(code, { what: 'operator arguments' }));
  return found;
}

/** When the operator's arguments last changed, by its ReplicaSets; 0 where they did not or it can't be seen. */
function argumentsChanged(context: TargetContext): number {
  const sets = context.snapshot.operator.replicaSets
    .map((set) => ({
      made: millis(set.metadata.creationTimestamp),
      all: operatorArguments(set)?.all.join(' '),
    }))
    .sort((a, b) => b.made - a.made);
  const [current] = sets;
  if (current === undefined) return 0;
  const changedAt = sets.findIndex((set) => set.all !== current.all);
  return changedAt === -1 ? 0 : (sets[changedAt - 1]?.made ?? 0);
}

/** What a pass needs and would fail without: the shared HTTPRoute (F9), the proxy's ConfigMap (F8). */
function needs(context: TargetContext): Reason[] {
  const { sight, objects, source } = context.snapshot;
  if (source === 'file' || !context.operator.eagerStart) return [];
  const found: Reason[] = [];
  const route: unknown = context.app.spec?.ingressname;
  const routes = objects.HTTPRoute;
  if (
    sight.HTTPRoute === 'seen' &&
    typeof route === 'string' &&
    !routes.some((each) => each.metadata.name === route)
  ) {
    found.push(because('routeMissing', { route: route.slice(0, 80) }));
  }
  const proxied = context.operator.keycloak && sight.ConfigMap === 'seen';
  if (proxied && !objects.ConfigMap.some((each) => each.metadata.name === proxyConfig)) {
    found.push(because('proxyConfigMissing', { configMap: proxyConfig }));
  }
  return found;
}
