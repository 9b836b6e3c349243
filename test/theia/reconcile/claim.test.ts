import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimTarget, claimTargetUpstream } from '../../../plugin/theia/reconcile/claim.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { definition, freshPool, owned, session, without } from '../pools.ts';
import { appIn, recorded } from '../recordings.ts';

const app = definition('ide', { minInstances: 11 });
const one = session('ws-one', app);
const main = (id: number): string => `instance-${id}-ide-381261d79c23`;

test('a claim takes the lowest free id by number, not by name', () => {
  const pool = owned(freshPool(app), [main(1), `${main(1)}-int`], one);
  assert.is(claimTarget(app, pool)?.id, 2);
});

test('an instance with either main Service taken or held is passed over', () => {
  const held = owned(owned(freshPool(app), [`${main(1)}-int`], one), [main(2)], one);
  assert.is(claimTarget(app, held)?.id, 3);
});

test('a missing internal Service keeps sessions away, a missing Deployment does not (F7)', () => {
  const lost = without(without(freshPool(app), 'Service', `${main(1)}-int`), 'Deployment', main(2));
  assert.is(claimTarget(app, lost)?.id, 2);
});

test('none free, none taken', () => {
  const none = freshPool(app).flatMap((object) => owned([object], [object.metadata.name], one));
  assert.is(claimTarget(app, none), undefined);
});

test('F5: a sidecar whose name sorts before the app passes for the external Service, one after it does not', () => {
  for (const [sidecar, taken] of [
    ['a-ls', 'instance-1-a-ls-ide-381261d79c23'],
    ['z-ls', main(1)],
  ]) {
    const side = definition('ide', { minInstances: 1, sidecars: [{ name: sidecar, image: 'x' }] });
    const target = claimTarget(side, freshPool(side));
    assert.is(target?.external.metadata.name, taken);
    assert.is(target?.internal.metadata.name, `${main(1)}-int`);
  }
});

test('20 to 21: the recorded claim took the Services that we say', () => {
  const before = recorded('20-side');
  const after = recorded('21-side-claimed');
  const target = claimTarget(appIn(before, 'py-side'), before);
  const taken = after
    .filter(
      ({ kind, metadata }) => kind === 'Service' && metadata.labels?.['theia-cloud.io/session'] === 'ws-side',
    )
    .map(({ metadata }) => metadata.name);
  assert.equal([target?.external.metadata.name, target?.internal.metadata.name].sort(), taken.sort());
});

test('upstream picks the two Services independently, so they may be of two instances', () => {
  const settings = { ...usualSettings, generationLabels: false };
  const pool = owned(freshPool(app, settings), [main(1)], one);
  const target = claimTargetUpstream(app, pool);
  assert.is(target?.external.metadata.name, main(10), 'in name order');
  assert.is(target?.internal.metadata.name, `${main(1)}-int`);
  assert.is(target?.deployment, main(10));
});

test.run();
