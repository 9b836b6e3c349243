import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PartKind } from '../../plugin/model/parts.ts';
import { codes, free, instanceIn, look, lookInFile, pool, theUid, without } from './given.ts';

const plain = pool([free(1)]);
const sided = pool([free(1)], { sidecars: 'after' });
const mounted = pool([free(1)], { sidecars: 'workspace' });

for (const [what, objects, gone, expected] of [
  ['the Deployment (F7)', plain, ['deployment'], ['partMissing']],
  ['one Service (F6)', plain, ['internalService'], ['serviceMissing']],
  ['the other Service (F6)', plain, ['externalService'], ['serviceMissing']],
  ['both Services', plain, ['externalService', 'internalService'], ['partMissing']],
  ['a ConfigMap', plain, ['emailConfigMap'], ['partMissing']],
  ['both Services beside a sidecar (F6)', sided, ['externalService', 'internalService'], ['serviceMissing']],
  ['the Deployment beside a sidecar (F6)', sided, ['deployment'], ['mainMissingBesideSidecar']],
  [
    'the Deployment where a sidecar should be (F6)',
    sided,
    ['deployment', 'sidecarDeployment'],
    ['mainMissingBesideSidecar', 'sidecarMissing'],
  ],
  ['a sidecar Deployment (F4)', sided, ['sidecarDeployment'], ['sidecarMissing']],
  ['a sidecar Service', sided, ['sidecarService'], ['partMissing']],
  ['a workspace', mounted, ['pvc'], ['partMissing']],
] as const) {
  test(`an instance without ${what} is incomplete, by what could bring it back`, () => {
    const one = instanceIn(look(without(objects, 1, ...(gone as readonly PartKind[]))), 1);
    assert.is(one.state, 'incomplete');
    assert.equal(codes(one), [...expected]);
    assert.equal(one.missing.map(({ kind }) => kind).sort(), [...gone].sort());
  });
}

test('a missing part is named as the operator would name it', () => {
  const [missing] = instanceIn(look(without(plain, 1, 'internalService')), 1).missing;
  assert.equal(missing, { kind: 'internalService', name: `instance-1-java-${theUid.slice(-12)}-int` });
});

test('without Keycloak no ConfigMap is missed', () => {
  const bare = pool([free(1)], {}, { keycloak: false });
  assert.equal(codes(instanceIn(look(bare), 1)), []);
});

test('a kind of which a file holds nothing is missed only where another object proves it', () => {
  const except = (...kinds: string[]) => plain.filter(({ kind }) => !kinds.includes(kind));
  assert.equal(codes(instanceIn(lookInFile(except('ConfigMap')), 1)), []);
  assert.equal(codes(instanceIn(lookInFile(except('Deployment', 'ReplicaSet', 'Pod')), 1)), ['partMissing']);
  assert.equal(codes(instanceIn(lookInFile(except('Service')), 1)), ['partMissing']);
});

test('an id up to minInstances of which nothing exists is missing, with all its parts', () => {
  const one = instanceIn(look(pool([free(2)], { minInstances: 2 })), 1);
  assert.equal([one.state, codes(one), one.missing.length], ['missing', ['idMissing'], 5]);
});

test('in a file one part alone proves that its instance lacks the rest, kinds that the file holds none of included', () => {
  const alone = without(plain, 1, 'externalService', 'deployment', 'emailConfigMap', 'proxyConfigMap');
  const { state, missing } = instanceIn(lookInFile(alone.filter(({ kind }) => kind !== 'Deployment')), 1);
  assert.is(state, 'incomplete');
  assert.ok(missing.some(({ kind }) => kind === 'deployment'));
});

test.run();
