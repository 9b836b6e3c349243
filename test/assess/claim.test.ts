import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations } from '../../plugin/theia/labels.ts';
import { reference, stamp, worldStart } from '../harness/world-objects.ts';
import {
  changed,
  claimed,
  codes,
  free,
  instanceIn,
  look,
  lookInFile,
  ofKind,
  part,
  pool,
  sessionIn,
  theUid,
} from './given.ts';

const named = free(1, { claim: { by: 'live', covers: 'named', list: 'right', detached: false } });

for (const [by, state, code] of [
  ['inFlight', 'claiming', 'claimInFlight'],
  ['failed', 'halfClaimed', 'halfClaimed'],
  ['ending', 'ending', 'sessionEnding'],
  ['gone', 'ending', 'danglingSession'],
] as const) {
  test(`one reference of a session that is ${by} is enough: ${state}`, () => {
    const one = instanceIn(look(pool([free(1, { claim: { by, steps: 1 } })])), 1);
    assert.equal([one.state, codes(one), one.session], [state, [code], `java-1-${by.toLowerCase()}`]);
  });
  test(`a session that is ${by} and owns nothing has nothing`, () => {
    assert.is(instanceIn(look(pool([free(1, { claim: { by, steps: 0 } })])), 1).state, 'current');
  });
}

test('a live session has its instance whether it owns every part, some, or only names it', () => {
  for (const covers of ['all', 'claimed', 'named'] as const) {
    const one = instanceIn(
      look(pool([free(1, { claim: { by: 'live', covers, list: 'right', detached: false } })])),
      1,
    );
    assert.equal([one.state, one.session, one.reasons], ['claimed', 'java-1-live', []]);
  }
});

test('a live session that only names its instance is judged by that instance', () => {
  const session = sessionIn(look(pool([named])), 'java-1-live');
  assert.equal([session.instanceId, session.parts.length, session.allowList], [1, 5, 'right']);
  assert.equal(codes(session), ['claimIncomplete']);
});

test('a name is no claim to an instance that was made after the session (F10)', () => {
  const younger = changed(pool([named]), part(1, 'deployment'), {
    metadata: { creationTimestamp: stamp(worldStart) },
  });
  assert.is(instanceIn(look(younger), 1).state, 'residue', 'whose list still admits somebody');
});

test('of an old and a new instance with one id a session has the one that was there before it', () => {
  const both = look(pool([named], { former: [free(1)] }));
  assert.equal(both.assessment.pools[0]?.instances.map(({ state }) => state).sort(), ['claimed', 'orphan']);
  assert.is(instanceIn(both, 1).appUid, theUid);
});

test('a session that is being deleted is ending whatever its status, and an unknown status is a failure', () => {
  const status = (operatorStatus: unknown) =>
    instanceIn(look(changed(pool([claimed(1)]), ofKind('Session'), { status: { operatorStatus } })), 1).state;
  assert.equal(['HANDLED', 'HANDLING', 'NEW', '', undefined, 'INTERRUPTED', 'ERROR', 7].map(status), [
    'claimed',
    ...['claiming', 'claiming', 'claiming', 'claiming'],
    ...['halfClaimed', 'halfClaimed', 'halfClaimed'],
  ]);
});

test('a reference to the name of a session under another UID is dangling', () => {
  const anew = { metadata: { uid: 'recreated', annotations: {} } };
  const objects = changed(pool([claimed(1)]), ofKind('Session'), anew);
  const one = instanceIn(look(objects), 1);
  assert.equal([one.state, codes(one)], ['ending', ['danglingSession']]);
});

test('a live session outweighs what a failed one left', () => {
  const left = reference('Session', 'broken', 'session-broken');
  const objects = changed(pool([claimed(1)]), part(1, 'externalService'), ({ metadata }) => ({
    metadata: { ownerReferences: [left, ...(metadata.ownerReferences ?? [])] },
  }));
  assert.equal(
    [instanceIn(look(objects), 1).state, instanceIn(look(objects), 1).session],
    ['claimed', 'java-1-live'],
  );
});

test('in a file without Sessions a reference is taken for a claim', () => {
  const objects = pool([claimed(1)]).filter(({ kind }) => kind !== 'Session');
  assert.is(instanceIn(lookInFile(objects), 1).state, 'claimed');
});

test('a lazy session that carries an id by mistake has no instance', () => {
  const objects = changed(pool([named]), ofKind('Session'), ({ metadata }) => ({
    metadata: { annotations: { ...metadata.annotations, [annotations.startStrategy]: 'lazy' } },
  }));
  assert.is.not(instanceIn(look(objects), 1).state, 'claimed');
});

test('a hold beside a claim is said: it would close the instance once the session ends', () => {
  const one = instanceIn(look(pool([claimed(1, { held: 'internal' })], { lease: 'ours' })), 1);
  assert.equal([one.state, codes(one), one.openable], ['claimed', ['gateClosed'], false]);
});

test('an instance that was made in the second of the session is its own', () => {
  const made = worldStart - 900_000 + 5000;
  const same = changed(pool([named]), part(1, 'deployment'), {
    metadata: { creationTimestamp: stamp(made) },
  });
  assert.is(instanceIn(look(same), 1).state, 'claimed');
});

test('a session that is not live yet names nothing', () => {
  const claiming = changed(pool([named]), ofKind('Session'), { status: { operatorStatus: 'HANDLING' } });
  assert.is(instanceIn(look(claiming), 1).session, undefined);
});

test.run();
