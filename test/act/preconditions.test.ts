import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PartKind } from '../../plugin/model/parts.ts';
import type { WriteStep } from '../../plugin/model/steps.ts';
import { owners } from '../../plugin/theia/owners.ts';
import {
  aim,
  change,
  claimed,
  instanceSpec,
  partIn,
  remake,
  type Scenery,
  scenery,
  target,
  worldWith,
} from '../harness/world-acting.ts';
import { reference, stamp } from '../harness/world-objects.ts';

/** Every step on a part of a free instance, by the part that it is for. */
const onFree: [WriteStep['step'], PartKind][] = [
  ['hold', 'internalService'],
  ['shield', 'sidecarDeployment'],
  ['mark', 'deployment'],
  ['open', 'internalService'],
  ['removeSibling', 'externalService'],
  ['removeSidecar', 'sidecarDeployment'],
  ['removeInstance', 'deployment'],
];

/** The same, and what is written to a held or claimed part. */
const onAny: [WriteStep['step'], PartKind][] = [
  ...onFree,
  ['unhold', 'internalService'],
  ['complete', 'emailConfigMap'],
  ['mend', 'emailConfigMap'],
];

function free(): Scenery {
  const free = instanceSpec(1, { held: 'internal' });
  return scenery(
    worldWith([free, instanceSpec(2, { claim: claimed })], { sidecars: 'after', lease: 'ours' }),
  );
}

/** Id 1 is free, 2 has a live session. */
function stepOf({ store }: Scenery, step: WriteStep['step'], kind: PartKind): WriteStep {
  const id = step === 'complete' || step === 'mend' ? 2 : 1;
  const base = { app: 'java', id, on: aim(store, id, kind) };
  const session = target(store.list('Session')[0]);
  return { step, ...base, session, generation: 2 } as unknown as WriteStep;
}

for (const [step, kind] of onAny) {
  test(`${step}: what is gone is not written`, async () => {
    const scene = free();
    const asked = stepOf(scene, step, kind);
    const { object } = partIn(scene.store, 'id' in asked ? asked.id : 1, kind);
    scene.store.remove(object.kind, object.metadata.name);
    assert.equal(said(await scene.act(asked)), ['moved gone']);
    assert.is(scene.cluster.writes.length, 0);
  });

  test(`${step}: what was made anew is not written`, async () => {
    const scene = free();
    const asked = stepOf(scene, step, kind);
    remake(scene.store, partIn(scene.store, 'id' in asked ? asked.id : 1, kind).object);
    assert.equal(said(await scene.act(asked)), ['moved remade']);
    assert.is(scene.cluster.writes.length, 0);
  });

  test(`${step}: what is being deleted is not written`, async () => {
    const scene = free();
    const asked = stepOf(scene, step, kind);
    const { object } = partIn(scene.store, 'id' in asked ? asked.id : 1, kind);
    change(scene.store, object, { deletionTimestamp: stamp(scene.store.now()) });
    assert.equal(said(await scene.act(asked)), ['moved terminating']);
    assert.is(scene.cluster.writes.length, 0);
  });
}

for (const [step, kind] of onFree) {
  test(`${step}: what a Session has claimed since the look is not written`, async () => {
    const scene = free();
    const asked = stepOf(scene, step, kind);
    const { object } = partIn(scene.store, 1, kind);
    const ownerReferences = [...owners(object), reference('Session', 'quick', 'session-quick')];
    change(scene.store, object, { ownerReferences });
    assert.equal(said(await scene.act(asked)), ['moved claimed']);
    assert.is(scene.cluster.writes.length, 0);
  });

  test(`${step}: what the AppDefinition let go is not written`, async () => {
    const scene = free();
    const asked = stepOf(scene, step, kind);
    const { object } = partIn(scene.store, 1, kind);
    const ownerReferences = owners(object).filter((owner) => owner.kind !== 'AppDefinition');
    change(scene.store, object, { ownerReferences });
    assert.equal(said(await scene.act(asked)), ['moved notOwned']);
    assert.is(scene.cluster.writes.length, 0);
  });
}

for (const step of ['complete', 'mend'] as const) {
  test(`${step}: a Session that is gone, another one or no longer live gets nothing`, async () => {
    const changes: Record<string, (scene: Scenery) => void> = {
      sessionGone: ({ store }) => store.remove('Session', 'java-2-live'),
      sessionNotLive: ({ store }) => {
        const session = store.get('Session', 'java-2-live');
        if (session !== undefined)
          store.replace({ ...session, status: { operatorStatus: 'ERROR' } }, 'operator');
      },
    };
    for (const [why, before] of Object.entries(changes)) {
      const scene = free();
      const asked = stepOf(scene, step, 'emailConfigMap');
      before(scene);
      assert.equal(said(await scene.act(asked)), [`moved ${why}`]);
      assert.is(scene.cluster.writes.length, 0);
    }
  });
}

function said(acted: readonly { result: string; why?: string }[]): string[] {
  return acted.map(({ result, why }) => (why === undefined ? result : `${result} ${why}`));
}

test.run();
