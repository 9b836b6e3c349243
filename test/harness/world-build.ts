import type { KubeObject } from '../../plugin/model/kube.ts';
import { annotations } from '../../plugin/theia/labels.ts';
import { writeNudge } from '../../plugin/theia/nudge-mark.ts';
import { referenceTo } from '../../plugin/theia/owners.ts';
import type { AppSpec, WorldSpec } from './world.ts';
import { instanceObjects, type Making } from './world-instance.ts';
import {
  leaseOf,
  objectOf,
  operatorObjects,
  reference,
  stamp,
  withOwners,
  worldStart,
} from './world-objects.ts';

const sidecarLists = {
  none: [],
  after: [{ name: 'z-ls', image: 'ls:1', port: 5010 }],
  before: [{ name: 'a-ls', image: 'ls:1', port: 5010 }],
  workspace: [{ name: 'z-ls', image: 'ls:1', port: 5010, mountWorkspace: true }],
} as const;

/** Names the HTTPRoute of all AppDefinitions. */
export const sharedRoute = 'theia-cloud-demo-ws-route';

/** All objects of the namespace as they are at `worldStart`, with the operator's Lease as renewed at `now`. */
export function build(world: WorldSpec, now: number = worldStart): KubeObject[] {
  return [
    ...world.apps.flatMap((each) => appObjects(each, world)),
    ...(world.strayLease ? [leaseOf('warmgate-gone', 'run-old', { renewed: worldStart - 60_000 })] : []),
    ...operatorIn(world, now),
    objectOf('ConfigMap', 'oauth2-proxy-config', 'proxy-source'),
    withOwners(
      objectOf('HTTPRoute', sharedRoute, 'shared-route', { spec: { rules: [] } }),
      world.apps.map((each) => referenceTo(appDefinition(each))),
    ),
  ];
}

export function operatorIn({ operator, keycloak }: WorldSpec, now: number): KubeObject[] {
  if (operator === 'absent') return [];
  const eagerStart = operator !== 'noEagerStart';
  const rolledOut = operator !== 'rolling';
  if (operator === 'idle') return operatorObjects({ eagerStart, keycloak, rolledOut });
  const renewed = operator === 'stale' ? worldStart - 60_000 : now;
  return operatorObjects({ eagerStart, keycloak, rolledOut, renewed });
}

/** The AppDefinition of a spec, at `generation`, with the image of that generation. */
export function appDefinition(spec: AppSpec, generation: number = spec.generation): KubeObject {
  const uid = uidOf(spec.name, '0');
  const mark = writeNudge(spec.generation, spec.nudges, worldStart - 600_000);
  return objectOf('AppDefinition', spec.name, uid, {
    metadata: {
      generation,
      creationTimestamp: stamp(worldStart - 1_000_000),
      annotations: spec.nudges > 0 ? { [annotations.nudge]: mark } : {},
      ...(spec.deleting ? { deletionTimestamp: stamp(worldStart - 5000) } : {}),
    } as KubeObject['metadata'],
    spec: {
      name: spec.name,
      image: `registry.example.test/${spec.name}:${generation}`,
      port: 3000,
      ingressname: sharedRoute,
      minInstances: spec.minInstances,
      sidecars: sidecarLists[spec.sidecars],
    },
  });
}

function appObjects(spec: AppSpec, { keycloak, upstream = false }: WorldSpec): KubeObject[] {
  const definition = appDefinition(spec);
  const name = `warmgate-${spec.name}`;
  const holder = spec.lease === 'ours' ? 'run-test' : 'run-other';
  const renewed = spec.lease === 'expired' ? worldStart - 7_200_000 : worldStart - 60_000;
  const lease = leaseOf(name, holder, { renewed });
  const gone = reference('Lease', name, `${lease.metadata.uid}-gone`);
  const making: Making = {
    app: definition,
    before: appDefinition(spec, spec.generation - 1),
    keycloak,
    upstream,
    lease: spec.lease === 'none' ? gone : reference('Lease', name, lease.metadata.uid),
    gone,
    at: worldStart - 900_000,
    tag: '',
  };
  return [
    definition,
    ...(spec.lease === 'none' ? [] : [withOwners(lease, [referenceTo(definition)])]),
    ...spec.instances.flatMap((each) => instanceObjects(each, making)),
    ...spec.former.flatMap((each) => instanceObjects(each, formerMaking(spec, making))),
  ];
}

/** The Lease of a former gate went with its AppDefinition. */
function formerMaking(spec: AppSpec, making: Making): Making {
  const uid = uidOf(spec.name, 'f');
  const app = { ...making.app, metadata: { ...making.app.metadata, uid } };
  const before = { ...making.before, metadata: { ...making.before.metadata, uid } };
  return { ...making, app, before, lease: making.gone, at: making.at - 1_000_000, tag: 'former-' };
}

/** Twelve hexadecimal digits at the end, from the name's own characters. */
function uidOf(name: string, filling: string): string {
  return `6f1a8966-4d5a-41dc-82ba-${Buffer.from(name).toString('hex').slice(0, 11).padEnd(12, filling)}`;
}
