import type { Snapshot } from '../../plugin/model/snapshot.ts';
import { fc } from '../harness/fast-check.ts';

/** Words that the rules look for, so that foreign JSON comes near what they expect. */
const words = [
  ...['name', 'image', 'kind', 'uid', 'apiVersion', 'metadata', 'labels', 'app', 'items', 'ready', 'type'],
  ...['status', 'reason', 'message', 'state', 'waiting', 'conditions', 'containers', 'containerStatuses'],
  ...['spec', 'template', 'replicas', 'env', 'value', 'ports', 'containerPort', 'resources', 'limits', 'cpu'],
  ...[
    'args',
    'command',
    'operatorStatus',
    'user',
    'appDefinition',
    'port',
    'minInstances',
    'sidecars',
    'mountWorkspace',
  ],
  ...['renewTime', 'holderIdentity', 'leaseDurationSeconds', 'matchLabels', 'imageID', 'monitor', 'selector'],
  ...['__proto__', 'toString', 'valueOf', 'constructor', 'hasOwnProperty', 'length', ''],
];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    2 ** 40,
    '',
    'x',
    '2026-11-30T10:00:00Z',
    'HANDLED',
  ),
  fc.string(),
  fc.integer(),
);

/** Any JSON, with names that matter in odd places. */
export const foreign: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'foreign' },
    leaf,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...words), tie('any'), { maxKeys: 4 }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
})).any;

/** Where something else is put: the nth object, the nth place in it, the value there (undefined: the place is taken away). */
export interface Mutation {
  object: number;
  place: number;
  value: unknown;
}

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    object: fc.nat(500),
    place: fc.nat(500),
    value: fc.option(foreign, { nil: undefined, freq: 6 }),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A snapshot with foreign JSON in some places of its objects, whatever the lists they are in. */
export function mutate(snapshot: Snapshot, list: readonly Mutation[]): Snapshot {
  const copy = structuredClone(snapshot);
  const { deployments, replicaSets, pods, lease } = copy.operator;
  const objects = [
    ...Object.values(copy.objects).flat(),
    ...[...deployments, ...replicaSets, ...pods, ...(lease === undefined ? [] : [lease])],
  ];
  for (const { object, place, value } of list) {
    const chosen = objects[object % Math.max(1, objects.length)];
    const places = chosen === undefined ? [] : placesIn(chosen);
    const [parent, key] = places[place % Math.max(1, places.length)] ?? [];
    if (parent === undefined || key === undefined) continue;
    if (value !== undefined) put(parent, key, value);
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete (parent as Record<string, unknown>)[key];
  }
  return copy;
}

/** As JSON.parse would: `__proto__` is a name like any other. */
function put(parent: object, key: string, value: unknown): void {
  const copy = JSON.parse(JSON.stringify(value));
  Object.defineProperty(parent, key, { value: copy, enumerable: true, configurable: true, writable: true });
}

function placesIn(object: object): [object, string][] {
  const found: [object, string][] = [];
  const visit = (parent: object): void => {
    for (const [key, value] of Object.entries(parent)) {
      found.push([parent, key]);
      if (typeof value === 'object' && value !== null) visit(value);
    }
  };
  visit(object);
  return found;
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) deepFreeze(each);
  }
  return value;
}
