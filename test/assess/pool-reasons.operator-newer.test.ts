import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stamp, worldStart } from '../harness/world-objects.ts';
import { operatorSets } from './fixtures.ts';
import { changed, claimed, free, look, ofKind, part, pool, poolIn } from './given.ts';

/** Instances of the helper are made 900 s before the first look. */
const before = worldStart - 1_500_000;
const after = worldStart - 300_000;
const x = ['--serviceUrl', 'x'];
const y = ['--serviceUrl', 'y'];

function says(sets: Parameters<typeof operatorSets>, instances = [free(1)]) {
  const { reasons } = poolIn(look([...pool(instances), ...operatorSets(...sets)]));
  return reasons.map(({ code, args }) => [code, args.what]);
}

const warned = [['operatorNewer', 'operator arguments']];

test('arguments that changed after instances were made are told (F14)', () => {
  assert.equal(
    says([
      { args: x, at: before },
      { args: y, at: after },
    ]),
    warned,
  );
});

test('a restart, or a change from before, is nothing', () => {
  assert.equal(
    says([
      { args: x, at: before },
      { args: x, at: after },
    ]),
    [],
  );
  assert.equal(
    says([
      { args: x, at: before - 9000 },
      { args: y, at: before },
    ]),
    [],
  );
  assert.equal(
    says([
      { args: x, at: before - 9000 },
      { args: y, at: before },
      { args: y, at: after },
    ]),
    [],
  );
});

test('a change that was followed by restarts is as old as the change', () => {
  assert.equal(
    says([
      { args: x, at: before },
      { args: y, at: after },
      { args: y, at: after + 5000 },
    ]),
    warned,
  );
});

test('a rollback takes the old ReplicaSet again, and is no older than what it undid', () => {
  assert.equal(
    says([
      { args: x, at: before, revision: 3 },
      { args: y, at: after, revision: 2 },
    ]),
    warned,
  );
  assert.equal(
    says([
      { args: x, at: before - 9000, revision: 3 },
      { args: y, at: before, revision: 2 },
    ]),
    [],
  );
});

test('claimed instances keep what they have: they are not compared', () => {
  assert.equal(
    says(
      [
        { args: x, at: before },
        { args: y, at: after },
      ],
      [claimed(1)],
    ),
    [],
  );
});

/** What is newer than the instance where the proxy's ConfigMap was written so. */
function written(managedFields: object[]) {
  const objects = changed(pool([free(1)]), ofKind('ConfigMap', 'oauth2-proxy-config'), {
    metadata: { creationTimestamp: stamp(before), managedFields },
  });
  return poolIn(look(objects)).reasons.map(({ args }) => args.what);
}

test('oauth2-proxy-config counts from its last write by anybody but warmgate', () => {
  assert.equal(written([{ manager: 'helm', time: stamp(after) }]), ['oauth2-proxy-config']);
  assert.equal(written([{ manager: 'helm', time: stamp(before) }]), []);
  assert.equal(written([{ manager: 'warmgate', time: stamp(after) }]), []);
});

test('the older of a proxy ConfigMap and a Deployment counts', () => {
  const at = worldStart - 800_000;
  for (const kind of ['proxyConfigMap', 'deployment'] as const) {
    const others = ['proxyConfigMap', 'deployment'].filter((each) => each !== kind) as (typeof kind)[];
    const objects = others.reduce(
      (all, each) => changed(all, part(1, each), { metadata: { creationTimestamp: stamp(worldStart) } }),
      pool([free(1)]),
    );
    const sets = operatorSets({ args: x, at: before }, { args: y, at });
    assert.equal(poolIn(look([...objects, ...sets])).reasons.length, 1, kind);
  }
});

test('ReplicaSets without a revision are ordered by age', () => {
  const bare = operatorSets({ args: x, at: before - 9000 }, { args: y, at: before }).map((set) => ({
    ...set,
    metadata: { ...set.metadata, annotations: {} },
  }));
  assert.equal(poolIn(look([...pool([free(1)]), ...bare])).reasons, []);
});

test('Services are made from no argument: their age does not count', () => {
  const young = (['proxyConfigMap', 'deployment'] as const).reduce(
    (all, kind) => changed(all, part(1, kind), { metadata: { creationTimestamp: stamp(worldStart) } }),
    pool([free(1)]),
  );
  const sets = operatorSets({ args: x, at: before }, { args: y, at: after });
  assert.equal(poolIn(look([...young, ...sets])).reasons, []);
});

test('without revisions the order of a list tells nothing', () => {
  const [restarted, first, changedBefore] = operatorSets(
    { args: y, at: after },
    { args: x, at: before - 9000 },
    { args: y, at: before },
  );
  const bare = [restarted, first, changedBefore].flatMap((set) =>
    set === undefined ? [] : [{ ...set, metadata: { ...set.metadata, annotations: {} } }],
  );
  assert.equal(poolIn(look([...pool([free(1)]), ...bare])).reasons, []);
});

test('what was made in the same second is no older', () => {
  const made = worldStart - 900_000;
  assert.equal(
    says([
      { args: x, at: before },
      { args: y, at: made },
    ]),
    [],
  );
  assert.equal(
    says([
      { args: x, at: before },
      { args: y, at: made + 1000 },
    ]),
    warned,
  );
  assert.equal(written([{ manager: 'helm', time: stamp(made) }]), []);
  assert.equal(written([{ manager: 'helm', time: stamp(made + 1000) }]), ['oauth2-proxy-config']);
});

test('a rollback that undid two revisions came after both of them', () => {
  assert.equal(
    says([
      { args: x, at: before - 9000, revision: 4 },
      { args: y, at: before, revision: 2 },
      { args: y, at: after, revision: 3 },
    ]),
    warned,
  );
});

test.run();
