import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Plan } from '../../plugin/forecast/plan.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { fromObjects } from '../../plugin/observe/from-objects.ts';
import { placePart } from '../../plugin/theia/parts.ts';
import { appIn, recorded } from '../theia/recordings.ts';
import { manifest, planIn, situationOf } from './situation-of.ts';

const java = 'java-25-latest';

/** What really happened: for each instance objects deleted and created, by the UIDs before and after. */
function happened(before: readonly KubeObject[], after: readonly KubeObject[], app: KubeObject) {
  const suffix = app.metadata.uid.slice(-12);
  const own = (objects: readonly KubeObject[]) =>
    new Map(
      objects
        .filter((object) => placePart(object) !== undefined && object.metadata.name.includes(suffix))
        .map((object) => [`${object.kind}/${object.metadata.name}`, object]),
    );
  const [old, now] = [own(before), own(after)];
  const counts: Record<number, { deletes: number; creates: number }> = {};
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const object = old.get(key) ?? now.get(key);
    const id = object === undefined ? 0 : (placePart(object)?.id ?? 0);
    const [was, is] = [old.get(key)?.metadata.uid, now.get(key)?.metadata.uid];
    counts[id] ??= { deletes: 0, creates: 0 };
    if (was === is) continue;
    if (was !== undefined) counts[id].deletes += 1;
    if (is !== undefined) counts[id].creates += 1;
  }
  return counts;
}

function planOf(before: readonly KubeObject[], desired: KubeObject): Plan {
  return planIn(situationOf(fromObjects(before, 'theia'), [desired], { only: [desired.metadata.name] }));
}

for (const [from, to] of [
  ['02-incident', '03-nudged'],
  ['03-nudged', '04-scaledown'],
  ['04-scaledown', '05-scaleup'],
  ['06-guarded-change', '07-guarded-scaledown'],
  ['14-missing-deploy', '15-missing-nudged'],
] as const) {
  test(`what the operator did from ${from} to ${to} is what the plan says`, () => {
    const [before, after] = [recorded(from), recorded(to)];
    const desired = manifest(appIn(after, java), {}, { annotations: { 'helm.sh/revision': '2' } });
    const plan = planOf(before, desired);
    const planned = Object.fromEntries(
      (plan.pools[0]?.instances ?? []).map(({ id, deletes, creates }) => [id, { deletes, creates }]),
    );
    assert.equal(planned, happened(before, after, appIn(before, java)));
  });
}

test('the story: eight of ten renewed, the two sessions lose their allow-lists, with guard nothing', () => {
  const before = recorded('02-incident');
  const plan = planOf(before, manifest(appIn(before, java), {}, { annotations: { nudge: '1' } }));
  const renewed = plan.pools[0]?.instances.filter(({ fate }) => fate === 'renewed').map(({ id }) => id);
  assert.equal(renewed, [3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(
    plan.sessions.map(({ name, withGuard }) => [name, withGuard]),
    [
      ['ws-one', []],
      ['ws-two', []],
    ],
  );
  for (const { loses } of plan.sessions) {
    assert.ok(loses.some(({ part, fate }) => part === 'emailConfigMap' && fate === 'remade'));
  }
});

test.run();
