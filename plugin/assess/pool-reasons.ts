import type { InstanceAssessment } from '../model/assessment.ts';
import { text } from '../model/foreign.ts';
import { because, type Reason } from '../model/reasons.ts';
import { lookedAt } from '../model/snapshot.ts';
import { mountsWorkspace } from '../theia/app-definition.ts';
import { proxyConfigSource } from '../theia/templates-config-map.ts';
import type { TargetContext } from './context.ts';
import { digestReasons } from './digests.ts';
import { operatorNewer } from './operator-newer.ts';

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

/** What a pass needs and would fail without: the shared HTTPRoute (F9), the proxy's ConfigMap (F8). */
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
