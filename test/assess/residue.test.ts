import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allowListKey, labels } from '../../plugin/theia/labels.ts';
import { changed, codes, free, instanceIn, look, part, pool } from './given.ts';

const own = { lease: 'ours' } as const;

for (const [residue, expected] of [
  ['list', ['residueAllowList']],
  ['labels', ['residueLabels']],
  ['pod', ['residuePod']],
] as const) {
  test(`a free instance with the ${residue} of a former session is residue (F11)`, () => {
    const one = instanceIn(look(pool([free(1, { residue })])), 1);
    assert.equal([one.state, codes(one)], ['residue', [...expected]]);
  });
}

test('addresses are counted and never told', () => {
  const objects = changed(pool([free(1)]), part(1, 'emailConfigMap'), {
    data: { [allowListKey]: 'one@example.test\n\n two@example.test \n' },
  });
  assert.equal(instanceIn(look(objects), 1).reasons, [{ code: 'residueAllowList', args: { addresses: 2 } }]);
});

test('each label of a former claim is told once, by its name and not its value', () => {
  const left = { [labels.user]: 'someone_at_example_test', [labels.session]: 'former' };
  const objects = [part(1, 'externalService'), part(1, 'internalService')].reduce(
    (all, which) =>
      changed(all, which, ({ metadata }) => ({ metadata: { labels: { ...metadata.labels, ...left } } })),
    pool([free(1)]),
  );
  const [reason] = instanceIn(look(objects), 1).reasons;
  assert.equal(reason?.args, { labels: 'theia-cloud.io/user, theia-cloud.io/session' });
});

test('what stays after an ordinary release is none', () => {
  const stay = { 'app.kubernetes.io/component': 'session', 'app.kubernetes.io/part-of': 'theia-cloud' };
  const objects = changed(pool([free(1)]), part(1, 'externalService'), ({ metadata }) => ({
    metadata: { labels: { ...metadata.labels, ...stay } },
  }));
  assert.equal(instanceIn(look(objects), 1).reasons, []);
});

test('labels on a held internal Service go with the stamp: the instance may be opened', () => {
  const held = free(1, { held: 'internal' });
  const left = ({ metadata }: { metadata: { labels?: Record<string, string> } }) => ({
    metadata: { labels: { ...metadata.labels, [labels.session]: 'former' } },
  });
  const stamp = instanceIn(look(changed(pool([held], own), part(1, 'internalService'), left)), 1);
  assert.equal([stamp.state, stamp.openable, codes(stamp)], ['closed', true, ['gateClosed', 'stampResidue']]);
  const external = instanceIn(look(changed(pool([held], own), part(1, 'externalService'), left)), 1);
  assert.equal([external.state, external.openable], ['residue', false]);
});

test('a workspace of a former session is a warning beside the residue, not alone', () => {
  const mounted = { sidecars: 'workspace' } as const;
  assert.ok(
    codes(instanceIn(look(pool([free(1, { residue: 'pod' })], mounted)), 1)).includes('residueWorkspace'),
  );
  assert.equal(instanceIn(look(pool([free(1)], mounted)), 1).reasons, []);
});

test.run();
