import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../plugin/theia/labels.ts';
import { sessionOf, worldStart } from '../harness/world-objects.ts';
import { detached, lazily, live, minimum, recreated } from './fixtures.ts';
import { changed, claimed, codes, free, instanceIn, look, part, pool, poolIn, sessionIn } from './given.ts';

test('an id above minInstances is a warning, and the session keeps it (F3)', () => {
  const looked = look(minimum(detached(pool([free(1), claimed(2)]), 2), 1));
  assert.equal(sessionIn(looked, 'java-2-live').reasons, [
    { code: 'idAboveMinimum', args: { id: 2, minInstances: 1 } },
  ]);
  assert.equal([instanceIn(looked, 2).state, poolIn(looked).converged], ['claimed', true]);
});

test('an id that was scaled away and back under a session is made by nobody before it ends (F13)', () => {
  const looked = look(detached(pool([free(1), claimed(2)]), 2));
  assert.equal(codes(sessionIn(looked, 'java-2-live')), ['idDetached']);
  assert.equal(instanceIn(looked, 2).state, 'claimed');
  assert.ok(poolIn(looked).converged, 'the id counts as claimed, not as missing');
});

test('while one part is still the AppDefinition’s the id is not detached', () => {
  const objects = detached(pool([claimed(1)]), 1);
  const external = pool([claimed(1)]).find(part(1, 'externalService'));
  const back = changed(objects, part(1, 'externalService'), {
    metadata: { ownerReferences: external?.metadata.ownerReferences ?? [] },
  });
  assert.equal(codes(sessionIn(look(back), 'java-1-live')), []);
});

test('a session of an AppDefinition that is gone is judged, and says so (F10)', () => {
  const looked = look(recreated(detached(pool([claimed(1)]), 1), false));
  assert.equal(codes(sessionIn(looked, 'java-1-live')), ['appDefinitionGone']);
  const harmed = look(recreated(detached(pool([live('all', 'empty')]), 1), false));
  assert.equal(sessionIn(harmed, 'java-1-live').outcome, 'harmed');
});

test('a session of an AppDefinition that was made anew is judged, and the new id is wanted beside it (F10)', () => {
  const looked = look(recreated(detached(pool([claimed(1)]), 1), true));
  assert.equal(sessionIn(looked, 'java-1-live').reasons, [
    { code: 'appDefinitionRemade', args: { app: 'java', id: 1 } },
  ]);
  assert.equal(
    poolIn(looked).instances.map(({ state }) => state),
    ['missing'],
  );
});

test('a lazy session of an AppDefinition that is gone says so too', () => {
  const objects = [...recreated(pool([free(1)]), false), ...lazily('ws-lazy')];
  assert.equal(codes(sessionIn(look(objects), 'ws-lazy')), ['appDefinitionGone']);
});

test('a claim whose labels sit on a sidecar’s Service is misrouted (F5)', () => {
  const objects = pool([live()], { sidecars: 'before' });
  const uid = 'session-java-1-live';
  const astray = changed(
    changed(objects, part(1, 'externalService'), { metadata: { labels: {} } }),
    part(1, 'sidecarService'),
    ({ metadata }) => ({ metadata: { labels: { ...metadata.labels, [labels.sessionUid]: uid } } }),
  );
  assert.equal(sessionIn(look(astray), 'java-1-live').reasons, [
    { code: 'misrouted', args: { service: 'sidecar Service a-ls' } },
  ]);
  assert.equal(codes(sessionIn(look(objects), 'java-1-live')), []);
});

test('a misrouted session is not harmed by it', () => {
  const objects = pool([live('claimed')], { sidecars: 'before' });
  assert.is(sessionIn(look(objects), 'java-1-live').outcome, 'untouched');
});

test('a session whose labels are where they belong is not misrouted, whatever else carries them', () => {
  const objects = pool([live()], { sidecars: 'before' });
  const both = changed(objects, part(1, 'sidecarService'), ({ metadata }) => ({
    metadata: { labels: { ...metadata.labels, [labels.sessionUid]: 'session-java-1-live' } },
  }));
  assert.equal(codes(sessionIn(look(both), 'java-1-live')), []);
});

test('a session without an instance says nothing of one', () => {
  const bare = sessionOf('ws-bare', 'java', { id: 7, made: worldStart - 1000 });
  assert.equal(codes(sessionIn(look([...pool([free(1)]), bare]), 'ws-bare')), ['partLost']);
});

test.run();
