import { fc } from './fast-check.ts';
import type { Claim, InstanceSpec } from './world-instance.ts';

export type Operator = 'active' | 'stale' | 'rolling' | 'absent' | 'idle' | 'noEagerStart';
export type LeaseKind = 'none' | 'ours' | 'other' | 'expired';

/** One AppDefinition and its pool, in words. */
export interface AppSpec {
  name: string;
  minInstances: number;
  generation: number;
  sidecars: 'none' | 'after' | 'before' | 'workspace';
  lease: LeaseKind;
  /** Number of the last nudge at this generation; 0 for none. */
  nudges: number;
  deleting: boolean;
  instances: InstanceSpec[];
  /** Instances of an AppDefinition that had the same name and is gone (docs/theia-cloud.md#f10). */
  former: InstanceSpec[];
}

/** A whole namespace, in words: what fast-check prints and shrinks. */
export interface WorldSpec {
  keycloak: boolean;
  operator: Operator;
  apps: AppSpec[];
  /** A Lease of ours whose AppDefinition is gone. */
  strayLease: boolean;
  /** Its operator is an upstream one: no part has a generation. */
  upstream?: boolean;
}

const steps = fc.integer({ min: 0, max: 3 });

const claim: fc.Arbitrary<Claim> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Claim>({ by: 'none' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      by: fc.constant('live' as const),
      covers: fc.constantFrom('all', 'all', 'claimed', 'claimed', 'named'),
      list: fc.constantFrom('right', 'right', 'right', 'empty', 'other'),
      detached: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('inFlight' as const), steps }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constantFrom('failed', 'ending', 'gone'), steps }) },
);

/** Mostly this, sometimes one of those: worlds in which everything is wrong at once teach little. */
function mostly<T>(usual: T, ...rare: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...rare) },
  );
}

/** Free, whole and unharmed: current or stale, behind a gate or not. */
const plain = (id: number): fc.Arbitrary<InstanceSpec> =>
  fc.record({
    id: fc.constant(id),
    made: mostly('current', 'stale', 'marked'),
    missing: fc.constant([]),
    held: mostly('nothing', 'internal', 'whole', 'sidecars'),
    heldBy: mostly('own', 'gone'),
    claim: fc.constant({ by: 'none' }),
    residue: fc.constant('none'),
    pod: mostly('ready', 'starting'),
    unowned: fc.constant(undefined),
  }) as fc.Arbitrary<InstanceSpec>;

const anything = (id: number): fc.Arbitrary<InstanceSpec> =>
  fc.record({
    id: fc.constant(id),
    made: fc.constantFrom('current', 'current', 'stale', 'stale', 'mixed', 'marked'),
    missing: fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }) },
    ),
    held: mostly('nothing', 'sidecars', 'internal', 'internal', 'whole', 'kept'),
    heldBy: mostly('own', 'gone'),
    claim,
    residue: mostly('none', 'list', 'labels', 'pod'),
    pod: mostly('ready', 'starting', 'crashing', 'bad'),
    unowned: mostly(undefined, 0, 1, 5, 6),
  }) as fc.Arbitrary<InstanceSpec>;

type Maker = (id: number) => fc.Arbitrary<InstanceSpec>;

/** Ids 1 to `minInstances`, each missing once in `rarely` + 1 times (0: never), and sometimes one above. */
const instancesOf = (minInstances: number, make: Maker, rarely: number): fc.Arbitrary<InstanceSpec[]> => {
  const ids = Array.from({ length: minInstances + 1 }, (_, at) => at + 1);
  const each = ids.map((id) => {
    const freq = id > minInstances ? 1 : rarely;
    return freq === 0 ? make(id) : fc.option(make(id), { freq, nil: undefined });
  });
  return fc.tuple(...each).map((all) => all.flatMap((one) => one ?? []));
};

/** Pools in which everything may be wrong, and pools that are nearly right. */
const pools = (minInstances: number): fc.Arbitrary<InstanceSpec[]> =>
  fc.oneof(
    { weight: 3, arbitrary: instancesOf(minInstances, anything, 8) },
    { weight: 1, arbitrary: instancesOf(minInstances, plain, 0) },
  );

/**
 * With two pools of one name the instance that a session merely names would be a riddle, and so would one that is claimed
 * half way and lacks what the claim began with.
 */
function unriddled(given: AppSpec): AppSpec {
  const begun = (each: InstanceSpec): InstanceSpec =>
    each.claim.by === 'inFlight' ? { ...each, missing: [] } : each;
  const spec = { ...given, instances: given.instances.map(begun), former: given.former.map(begun) };
  const owned = (each: InstanceSpec): InstanceSpec =>
    each.claim.by === 'live' && each.claim.covers === 'named'
      ? { ...each, claim: { ...each.claim, covers: 'claimed' } }
      : each;
  if (spec.former.length === 0) return spec;
  return { ...spec, instances: spec.instances.map(owned), former: spec.former.map(owned) };
}

const app = (name: string, poolsOf: (minInstances: number) => fc.Arbitrary<InstanceSpec[]>) =>
  fc
    .integer({ min: 0, max: 6 })
    .chain((minInstances) =>
      fc.record({
        name: fc.constant(name),
        minInstances: fc.constant(minInstances),
        generation: fc.integer({ min: 2, max: 4 }),
        sidecars: fc.constantFrom('none', 'none', 'after', 'before', 'workspace'),
        lease: fc.constantFrom('none', 'ours', 'ours', 'other', 'expired'),
        nudges: fc.constantFrom(0, 0, 0, 1, 2),
        deleting: fc.constantFrom(...Array<boolean>(15).fill(false), true),
        instances: poolsOf(minInstances),
        former: fc.oneof(
          { weight: 12, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: instancesOf(2, anything, 2) },
        ),
      }),
    )
    .map((spec) => unriddled(spec as AppSpec));

/** Random namespaces in random conditions. */
export const worlds: fc.Arbitrary<WorldSpec> = fc.record({
  keycloak: mostly(true, false),
  operator: mostly('active', 'stale', 'rolling', 'absent', 'idle', 'noEagerStart'),
  apps: fc
    .tuple(
      app('java', pools),
      fc.option(app('py-side', pools), { freq: 2 }),
      fc.option(app('c-lang', pools), { freq: 1 }),
    )
    .map((all) => all.flatMap((one) => one ?? [])),
  strayLease: mostly(false, true),
}) as fc.Arbitrary<WorldSpec>;

/** Namespaces in which little is wrong, if anything. */
export const calmWorlds: fc.Arbitrary<WorldSpec> = fc.record({
  keycloak: mostly(true, false),
  operator: mostly('active', 'noEagerStart'),
  apps: app('java', (minInstances) => instancesOf(minInstances, plain, 0)).map((one) => [one]),
  strayLease: fc.constant(false),
}) as fc.Arbitrary<WorldSpec>;
