import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { labels } from '../../../plugin/theia/labels.ts';
import { placePart } from '../../../plugin/theia/parts.ts';
import { appIn, held, recorded, shapeOf } from '../../theia/recordings.ts';
import { onStage, type Stage } from './stage.ts';

const java = 'java-25-latest';

/** Loads `before`, lets the operator start on it, makes the event happen, and compares with `after` once it is quiet. */
async function plays(
  before: readonly KubeObject[],
  after: readonly KubeObject[],
  event: (stage: Stage) => Promise<void> | void,
): Promise<void> {
  await onStage(before, async (stage) => {
    const operator = await stage.operate();
    await event(stage);
    await operator.whenQuiet();
    assert.equal(shapeOf(stage.objects()), shapeOf(after));
  });
}

/** The AppDefinition's spec becomes that of the recording, by a write that the server counts. */
function specOf(after: readonly KubeObject[], app: string): (stage: Stage) => void {
  const { spec, metadata } = appIn(after, app);
  return (stage) => {
    stage.patch('AppDefinition', app, { spec });
    assert.is(stage.get('AppDefinition', app)?.metadata.generation, metadata.generation);
  };
}

const nudge =
  (app: string) =>
  (stage: Stage): void =>
    stage.patch('AppDefinition', app, { metadata: { annotations: { 'warmgate/nudge': 'x' } } });

test('01 to 02: the operator is down while the image changes', async () => {
  await onStage(recorded('01-claimed'), async (stage) => {
    const first = await stage.operate();
    await first.stop();
    specOf(recorded('02-incident'), java)(stage);
    await stage.operate();
    assert.equal(shapeOf(stage.objects()), shapeOf(recorded('02-incident')));
    assert.ok(stage.lines.some((line) => line.includes('Ensuring pool capacity')));
  });
});

test('02 to 03: a plain nudge', () => plays(recorded('02-incident'), recorded('03-nudged'), nudge(java)));

test('03 to 04: minInstances 10 to 1', () => {
  const after = recorded('04-scaledown');
  return plays(recorded('03-nudged'), after, specOf(after, java));
});

test('04 to 05: minInstances 1 to 5', () => {
  const after = recorded('05-scaleup');
  return plays(recorded('04-scaledown'), after, specOf(after, java));
});

test('06 to 07: minInstances 5 to 1 under complete claims', () => {
  const after = recorded('07-guarded-scaledown');
  return plays(recorded('06-guarded-change'), after, specOf(after, java));
});

test('07 to 08: both sessions end', () =>
  plays(recorded('07-guarded-scaledown'), recorded('08-released'), (stage) => {
    stage.remove('Session', 'ws-one');
    stage.remove('Session', 'ws-two');
  }));

test('10 to 11: the image changes while three instances are held whole', () => {
  const after = recorded('11-held');
  const lease = after.find(({ metadata }) => metadata.name === 'warmgate-hold') as KubeObject;
  const before = [...held(recorded('10-base'), [4, 5, 6], lease), lease];
  return plays(before, after, specOf(after, java));
});

test('14 to 15: a Deployment is deleted, and nothing happens before a nudge', async () => {
  const after = recorded('15-missing-nudged');
  const name = 'instance-4-java-25-latest-7daec4467ba2';
  const lost = after.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  await onStage([...recorded('14-missing-deploy'), lost as KubeObject], async (stage) => {
    const operator = await stage.operate();
    stage.remove('Deployment', name);
    await operator.whenQuiet(3000);
    assert.equal(shapeOf(stage.objects()), shapeOf(recorded('14-missing-deploy')));
    nudge(java)(stage);
    await operator.whenQuiet();
    assert.equal(shapeOf(stage.objects()), shapeOf(after));
  });
});

test('20 to 21: a session claims an instance with a sidecar', () => {
  const after = recorded('21-side-claimed');
  const { apiVersion, kind, metadata, spec } = after.find(
    (object) => object.kind === 'Session' && object.metadata.name === 'ws-side',
  ) as KubeObject;
  return plays(recorded('20-side'), after, (stage) => {
    stage.create('Session', { apiVersion, kind, metadata: { name: metadata.name }, spec });
  });
});

for (const [from, to, app] of [
  ['41-gate-closed', '42-gate-applied', 'py-side'],
  ['52-workspace-closed', '53-workspace-applied', 'ws-pool'],
] as const)
  test(`${from} to ${to}: the image changes behind the gate`, () =>
    plays(recorded(from), recorded(to), specOf(recorded(to), app)));

test('60 to 61: the labels of instance 1 are set to 0, then a nudge', () =>
  plays(recorded('60-residue'), recorded('61-residue-renewed'), (stage) => {
    for (const object of stage.objects()) {
      if (placePart(object)?.id !== 1) continue;
      const metadata = { labels: { [labels.generation]: '0' } };
      stage.patch(object.kind, object.metadata.name, { metadata });
    }
    nudge(java)(stage);
  }));

test.run();
