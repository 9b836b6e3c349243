import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wellFormed } from '../../plugin/model/well-formed.ts';
import { fc } from '../harness/fast-check.ts';

const owner = { apiVersion: 'v1', kind: 'Session', name: 'ws', uid: 's' };
const good = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'a',
    namespace: 'theia',
    uid: 'u',
    resourceVersion: '1',
    generation: 2,
    creationTimestamp: '2026-11-30T10:00:00Z',
    labels: { app: 'java-1' },
    annotations: {},
    ownerReferences: [owner],
    finalizers: ['x'],
    managedFields: [{ manager: 'helm', time: '2026-11-30T10:00:00Z' }],
  },
  data: { key: 'value' },
  spec: { any: [1] },
};

test('an object in the form of the API is handed on as it is', () => {
  assert.is(wellFormed(good), good);
});

for (const [what, value] of [
  ['null', null],
  ['a text', 'Pod'],
  ['an array', [good]],
  ['an object without kind', { metadata: { name: 'a' } }],
  ['an object without metadata', { kind: 'Pod' }],
  ['an object without name', { kind: 'Pod', metadata: { uid: 'u' } }],
  ['a name that is a number', { kind: 'Pod', metadata: { name: 7 } }],
] as const) {
  test(`${what} is no object`, () => assert.is(wellFormed(value), undefined));
}

test('a bare object gets what the API always gives', () => {
  assert.equal(wellFormed({ kind: 'Pod', metadata: { name: 'a' } }), {
    apiVersion: '',
    kind: 'Pod',
    metadata: { name: 'a', uid: '' },
  });
});

for (const [field, odd, kept] of [
  ['deletionTimestamp', null, undefined],
  ['creationTimestamp', null, undefined],
  ['generation', '2', undefined],
  ['generation', 1.5, undefined],
  ['namespace', 7, undefined],
  ['labels', ['app'], undefined],
  ['labels', { app: 'java-1', version: 2, none: null }, { app: 'java-1' }],
  ['annotations', 'x', undefined],
  ['ownerReferences', { 0: owner }, undefined],
  ['ownerReferences', [owner, null, { ...owner, uid: 7 }, 'x'], [owner]],
  ['finalizers', ['x', null], ['x']],
  ['managedFields', [null, { manager: 7, time: 'then' }], [{ time: 'then' }]],
] as const) {
  test(`${field} ${JSON.stringify(odd)} is taken for ${JSON.stringify(kept) ?? 'not set'}`, () => {
    const { [field]: _, ...rest } = good.metadata as Record<string, unknown>;
    const made = wellFormed({ ...good, metadata: { ...good.metadata, [field]: odd } });
    assert.equal(made?.metadata, kept === undefined ? rest : { ...rest, [field]: kept });
  });
}

test('of data only texts are kept, and data of another form is none', () => {
  assert.equal(wellFormed({ ...good, data: { a: 'b', c: 1 } })?.data, { a: 'b' });
  assert.not.ok('data' in (wellFormed({ ...good, data: ['a'] }) ?? {}));
});

test('unknown fields of object and metadata stay', () => {
  const odd = { ...good, extra: 1, metadata: { ...good.metadata, selfLink: '/x', labels: null } };
  const made = wellFormed(odd) as unknown as typeof odd;
  assert.equal([made.extra, made.metadata.selfLink, made.spec], [1, '/x', { any: [1] }]);
});

test('what comes out needs no repair, whatever went in', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(good.metadata)), fc.jsonValue()),
      (data, metadata) => {
        const made = wellFormed({ kind: 'Pod', data, metadata: { ...metadata, name: 'a' } });
        assert.ok(made !== undefined);
        assert.is(wellFormed(made), made);
      },
    ),
    { numRuns: 1000 },
  );
});

test.run();
