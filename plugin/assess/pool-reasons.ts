import type { InstanceAssessment } from '../model/assessment.ts';
import { isRecord, list, text } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { because, type Reason } from '../model/reasons.ts';
import { lookedAt } from '../model/snapshot.ts';
import { appName, mountsWorkspace } from '../theia/app-definition.ts';
import { mainContainer } from '../theia/deployment.ts';
import { operatorArguments } from '../theia/operator.ts';
import { proxyConfigSource } from '../theia/templates/config-map.ts';
import { lastForeignWrite, millis } from '../theia/time.ts';
import type { TargetContext } from './context.ts';

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
    ...digestReasons(instances, context),
    ...operatorNewer(instances, context),
    ...needs(context),
  ];
}

function notInFile(context: TargetContext): Reason[] {
  if (context.snapshot.source === 'live') return [];
  const judged = lookedAt.filter((kind) => kind !== 'HTTPRoute' && kind !== 'Lease');
  const absent = judged.filter(
    (kind) => context.snapshot.sight[kind] === 'notInFile' && needed(kind, context),
  );
  return absent.map((kind) => because('kindNotInFile', { kind }));
}

function needed(kind: string, context: TargetContext): boolean {
  if (kind === 'PersistentVolumeClaim') return mountsWorkspace(context.app);
  return kind !== 'ConfigMap' || context.operator.keycloak;
}

/** What a pass needs and would fail without: the shared HTTPRoute (docs/theia-cloud.md#f9), the proxy's ConfigMap (docs/theia-cloud.md#f8). */
function needs(context: TargetContext): Reason[] {
  const { sight, source } = context.snapshot;
  if (source === 'file' || !context.operator.eagerStart) return [];
  const found: Reason[] = [];
  const route = text(context.app.spec?.ingressname);
  if (sight.HTTPRoute === 'seen' && route !== '' && !context.routes.has(route)) {
    found.push(because('routeMissing', { route: route.slice(0, 80) }));
  }
  const proxied = context.operator.keycloak && sight.ConfigMap === 'seen';
  if (proxied && !context.configMaps.has(proxyConfigSource)) {
    found.push(because('proxyConfigMissing', { configMap: proxyConfigSource }));
  }
  return found;
}

/** One tag, several digests: a new image under the same tag changes no spec, so generation cannot show it. */
function digestReasons(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
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

/** F14: what comes from operator arguments or from oauth2-proxy-config moves no generation. */
export function operatorNewer(instances: readonly InstanceAssessment[], context: TargetContext): Reason[] {
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
  const config = context.configMaps.get(proxyConfigSource);
  if (config !== undefined && lastForeignWrite(config) > oldest)
    found.push(because(code, { what: proxyConfigSource }));
  if (argumentsChanged(context) > oldest) found.push(because(code, { what: 'operator arguments' }));
  return found;
}

/**
 * When the operator's arguments last changed, by its ReplicaSets; 0 where they did not or it can't be seen. A rollback takes
 * an old ReplicaSet again, so revisions tell the order, and the change is no older than either side of it.
 */
function argumentsChanged(context: TargetContext): number {
  const sets = context.snapshot.operator.replicaSets
    .map((set) => ({
      made: millis(set.metadata.creationTimestamp),
      revision: Number(set.metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0) || 0,
      all: operatorArguments(set)?.all.join(' '),
    }))
    .sort((a, b) => b.revision - a.revision || b.made - a.made);
  const other = sets.findIndex((set) => set.all !== sets[0]?.all);
  return other < 1 ? 0 : Math.max(sets[other - 1]?.made ?? 0, sets[other]?.made ?? 0);
}
