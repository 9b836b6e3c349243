import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { appOf, claimedId, isLazy, phaseOf, userOf } from '../../plugin/theia/session.ts';
import { object } from '../harness/objects.ts';

test('the phase of a session is that of its status, unless it is being deleted', () => {
  const phase = (operatorStatus: unknown, deletionTimestamp?: string) =>
    phaseOf(
      object('Session', 'ws', {
        status: { operatorStatus },
        metadata: { name: 'ws', uid: 'u', ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) },
      }),
    );
  assert.equal(
    ['HANDLED', 'HANDLING', 'NEW', '', null, undefined].map((status) => phase(status)),
    ['live', 'inFlight', 'inFlight', 'inFlight', 'inFlight', 'inFlight'],
  );
  assert.equal(
    ['ERROR', 'INTERRUPTED', 'handled', 7, {}].map((status) => phase(status)),
    Array(5).fill('failed'),
  );
  assert.is(phase('HANDLED', '2026-11-30T10:00:00Z'), 'ending');
  assert.is(phaseOf(object('Session', 'ws')), 'inFlight');
});

test('what a session says of itself is a text or nothing', () => {
  const session = object('Session', 'ws', { spec: { appDefinition: 7, user: ['x'] } });
  assert.equal(
    [appOf(session), userOf(session), isLazy(session), claimedId(session)],
    ['', '', false, undefined],
  );
  const annotated = (annotations: Record<string, string>) =>
    object('Session', 'ws', { metadata: { name: 'ws', uid: 'u', annotations } });
  assert.equal(
    ['lazy-fallback', 'lazy', 'eager'].map((value) =>
      isLazy(annotated({ 'theia-cloud.io/session-start-strategy': value })),
    ),
    [true, true, false],
  );
  assert.equal(
    ['3', '03', '-1', 'x', ''].map((value) => claimedId(annotated({ 'theia-cloud.io/instance-id': value }))),
    [3, 3, undefined, undefined, undefined],
  );
});

test.run();
