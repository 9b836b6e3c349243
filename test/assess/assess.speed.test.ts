import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assess } from '../../plugin/assess/assess.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { build } from '../harness/world-build.ts';
import { snapshotOf, usualAssess } from '../harness/world-look.ts';
import { worldStart } from '../harness/world-objects.ts';
import { claimed, free, spec } from './given.ts';

/** Processor time of this process in ms for two looks at a namespace, the best of five. */
function cost(objects: readonly KubeObject[]): number {
  const snapshot = snapshotOf(objects, worldStart);
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const { history } = assess(snapshot, undefined, usualAssess);
    assess(snapshot, history, usualAssess);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

function namespaceOf({ pools, instances }: { pools: number; instances: number }): KubeObject[] {
  const ids = Array.from({ length: instances }, (_, at) => at + 1);
  const one = ids.map((id) => (id % 5 === 0 ? claimed(id) : free(id)));
  const apps = Array.from({ length: pools }, (_, at) => spec(one, { name: `p${at}-app` }));
  return build({ keycloak: true, operator: 'active', strayLease: false, apps });
}

for (const [what, small, large] of [
  ['instances and sessions', { pools: 1, instances: 125 }, { pools: 1, instances: 1000 }],
  ['AppDefinitions', { pools: 25, instances: 5 }, { pools: 200, instances: 5 }],
] as const) {
  test(`with eight times the ${what} a look does not cost sixty times as much`, () => {
    const [few, many] = [namespaceOf(small), namespaceOf(large)];
    cost(few);
    const [one, eight] = [cost(few), cost(many)];
    assert.ok(
      eight < 30 * one,
      `${one.toFixed(1)} ms for ${few.length} objects, ${eight.toFixed(1)} ms for ${many.length}`,
    );
  });
}

test('a thousand instances and two hundred sessions cost a few times what their JSON does', () => {
  const objects = namespaceOf({ pools: 1, instances: 1000 });
  const text = JSON.stringify(objects);
  const before = process.cpuUsage();
  for (let turn = 0; turn < 5; turn += 1) JSON.parse(text);
  const { user, system } = process.cpuUsage(before);
  const parse = (user + system) / 5000;
  assert.ok(
    cost(objects) < 20 * parse,
    `${cost(objects).toFixed(1)} ms for two looks, ${parse.toFixed(1)} ms to parse`,
  );
});

test.run();
