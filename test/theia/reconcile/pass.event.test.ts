import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { planEvent } from '../../../plugin/forecast/pass-over.ts';
import { usualSettings } from '../../../plugin/theia/templates/subject.ts';
import { definition, freshPool, names, owned, session } from '../pools.ts';

const app = definition('ide', { minInstances: 2 });
const next = definition('ide', { minInstances: 2 }, 2);
const main = (id: number): string => `instance-${id}-ide-381261d79c23`;

test('a start renews a stale pool only with an operator that reconciles at ADDED', () => {
  const steps = (kind: 'ensure-on-added' | 'reconcile-on-added' | 'upstream'): number =>
    planEvent(kind, 'ADDED', next, freshPool(app), usualSettings).steps.length;
  assert.equal([steps('ensure-on-added'), steps('reconcile-on-added'), steps('upstream')], [0, 20, 0]);
});

test('a change renews it with both operators of the fork, and does nothing upstream', () => {
  const steps = (kind: 'ensure-on-added' | 'reconcile-on-added' | 'upstream'): number =>
    planEvent(kind, 'MODIFIED', next, freshPool(app), usualSettings).steps.length;
  assert.equal([steps('ensure-on-added'), steps('reconcile-on-added'), steps('upstream')], [20, 20, 0]);
});

test('F10: after a deletion free objects are gone and claimed ones have only their session', () => {
  const one = session('ws-one', app);
  const claimed = owned(freshPool(app), [main(1), `${main(1)}-int`], one, app);
  const { objects } = planEvent('ensure-on-added', 'DELETED', app, claimed, usualSettings);
  assert.equal(names(objects, 'Service'), [main(1), `${main(1)}-int`]);
  assert.equal(names(objects, 'Deployment'), [main(1)]);
  assert.equal(names(objects, 'ConfigMap'), []);
  for (const { kind, metadata } of objects)
    if (kind !== 'AppDefinition')
      assert.equal(
        metadata.ownerReferences?.map((owner) => owner.kind),
        ['Session'],
      );
});

test('upstream makes no sidecars', () => {
  const side = definition('ide', { minInstances: 1, sidecars: [{ name: 'java-ls', image: 'x' }] });
  const upstream = { ...usualSettings, generationLabels: false };
  const { objects } = planEvent('upstream', 'ADDED', side, [], upstream);
  assert.equal(names(objects, 'Deployment'), [main(1)]);
});

test.run();
