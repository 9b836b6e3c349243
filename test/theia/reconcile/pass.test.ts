import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import { labels } from '../../../plugin/theia/labels.ts';
import { placePart } from '../../../plugin/theia/parts.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { planEnsure, planReconcile } from '../pools.ts';
import { appIn, held, recorded, shapeOf, withApps } from '../recordings.ts';

const java = 'java-25-latest';

const isSidecar = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[labels.sidecar] !== undefined && metadata.name.includes('py-side');

/** The pass that follows when the AppDefinition of `after` arrives in `before`. */
function reconciled(before: KubeObject[], after: KubeObject[], app: string): KubeObject[] {
  const event = appIn(after, app);
  return planReconcile(event, withApps(before, [event]), usualSettings).objects;
}

test('01 to 02: a start under an image change takes no step at all', () => {
  const after = recorded('02-incident');
  const before = withApps(recorded('01-claimed'), [appIn(after, java)]);
  assert.equal(planEnsure(appIn(after, java), before, usualSettings).steps, []);
  assert.equal(shapeOf(before), shapeOf(after));
});

test('02 to 03: a nudge renews what is free, and the ConfigMaps of live sessions with it', () => {
  const after = recorded('03-nudged');
  assert.equal(shapeOf(reconciled(recorded('02-incident'), after, java)), shapeOf(after));
});

test('03 to 04: a scale-down deletes what is free and takes its reference off what is not', () => {
  const after = recorded('04-scaledown');
  assert.equal(shapeOf(reconciled(recorded('03-nudged'), after, java)), shapeOf(after));
});

test('04 to 05: a scale-up makes ConfigMaps of the claimed id, whose other parts exist already', () => {
  const after = recorded('05-scaleup');
  assert.equal(shapeOf(reconciled(recorded('04-scaledown'), after, java)), shapeOf(after));
});

test('06 to 07: a scale-down under a complete claim leaves every part to the session', () => {
  const after = recorded('07-guarded-scaledown');
  assert.equal(shapeOf(reconciled(recorded('06-guarded-change'), after, java)), shapeOf(after));
});

test('10 to 11: an image change leaves alone what a Lease co-owns', () => {
  const after = recorded('11-held');
  const lease = after.find(({ metadata }) => metadata.name === 'warmgate-hold') as KubeObject;
  const before = held(recorded('10-base'), [4, 5, 6], lease);
  assert.equal(shapeOf(reconciled(before, after, java)), shapeOf(after));
});

test('14 to 15: a nudge brings a lost Deployment back and touches nothing else', () => {
  const after = recorded('15-missing-nudged');
  const event = appIn(after, java);
  const { steps, objects } = planReconcile(event, recorded('14-missing-deploy'), usualSettings);
  assert.equal(shapeOf(objects), shapeOf(after));
  assert.equal(
    steps.map(({ act, name, why }) => `${act} ${name} ${why}`),
    ['create instance-4-java-25-latest-7daec4467ba2 missing'],
  );
});

test('21 to 25: a restart brings lost sidecar Deployments back, and what a Lease co-owns outlives an image change', () => {
  const after = recorded('25-side-held');
  const before = recorded('21-side-claimed');
  const app = appIn(before, 'py-side');
  const nudged = planReconcile(app, before, usualSettings).objects;
  assert.not(nudged.some((object) => object.kind === 'Deployment' && isSidecar(object)));
  const restarted = planEnsure(app, nudged, usualSettings).objects;
  const lease = after.find(
    ({ kind, metadata }) => kind === 'Lease' && metadata.name.startsWith('warmgate'),
  ) as KubeObject;
  const shielded = [
    ...restarted.filter((object) => !isSidecar(object)),
    ...held(restarted.filter(isSidecar), [1, 2, 3], lease),
  ];
  assert.equal(shapeOf(reconciled(shielded, after, 'py-side')), shapeOf(after));
});

test('41 to 42 and 52 to 53: behind the gate an image change renews all but what is held', () => {
  for (const [from, to, app] of [
    ['41-gate-closed', '42-gate-applied', 'py-side'],
    ['52-workspace-closed', '53-workspace-applied', 'ws-pool'],
  ] as const) {
    const after = recorded(to);
    assert.equal(shapeOf(reconciled(recorded(from), after, app)), shapeOf(after), to);
  }
});

test('60 to 61: generation 0 on all parts of an instance makes a nudge renew it', () => {
  const after = recorded('61-residue-renewed');
  const marked = recorded('60-residue').map((object) => {
    if (placePart(object)?.id !== 1) return object;
    const own = { ...object.metadata.labels, [labels.generation]: '0' };
    return { ...object, metadata: { ...object.metadata, labels: own } };
  });
  assert.equal(shapeOf(reconciled(marked, after, java)), shapeOf(after));
});

test('a pass goes through the kinds in order and within a kind by name, 10 before 3', () => {
  const after = recorded('03-nudged');
  const { steps } = planReconcile(appIn(after, java), recorded('02-incident'), usualSettings);
  const order = [...new Set(steps.map(({ part }) => part))];
  assert.equal(order, [
    'externalService',
    'internalService',
    'proxyConfigMap',
    'emailConfigMap',
    'deployment',
  ]);
  const external = steps.filter(({ part, act }) => part === 'externalService' && act === 'delete');
  assert.equal(
    external.map(({ id }) => id),
    [10, 3, 4, 5, 6, 7, 8, 9],
  );
});

test('what is deleted as outdated is made anew in the very next step', () => {
  const after = recorded('03-nudged');
  const { steps } = planReconcile(appIn(after, java), recorded('02-incident'), usualSettings);
  for (const [at, step] of steps.entries()) {
    if (step.act !== 'delete') continue;
    const next = steps[at + 1];
    assert.is(`${next?.act} ${next?.name} ${next?.why}`, `create ${step.name} renewed`);
  }
});

test.run();
