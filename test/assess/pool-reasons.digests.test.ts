import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InstanceSpec } from '../harness/world-instance.ts';
import { pods } from './fixtures.ts';
import { claimed, codes, free, look, pool, poolIn } from './given.ts';

/** Codes of the pool whose instances' IDE containers run these images. */
function says(instances: InstanceSpec[], ids: string[], options = {}) {
  const objects = instances.reduce(
    (all, { id }, at) =>
      pods(
        all,
        {
          containerStatuses: [
            { name: 'oauth2-proxy', imageID: `p@sha256:${at}${at}` },
            { name: 'java', imageID: ids[at] },
          ],
        },
        id,
      ),
    pool(instances, { lease: instances.some(({ held }) => held !== 'nothing') ? 'ours' : 'none' }),
  );
  return poolIn(look(objects, options));
}

const one = 'registry.example.test/java@sha256:aa';
const other = 'registry.example.test/java@sha256:bb';

test('several digests of one tag are a warning, and a failure where they are required to agree', () => {
  assert.equal(says([free(1), free(2)], [one, other]).reasons, [
    { code: 'digestsDiffer', args: { digests: 2 } },
  ]);
  const required = says([free(1), free(2)], [one, other], { requireSameDigest: true });
  assert.equal([codes(required), required.converged], [['digestsRequired'], false]);
});

test('one digest under several names is one', () => {
  assert.equal(says([free(1), free(2)], [one, 'docker-pullable://mirror/java@sha256:aa']).reasons, []);
});

test('only free, current instances are compared, behind the gate too', () => {
  assert.equal(codes(says([claimed(1), free(2)], [one, other])), []);
  assert.equal(codes(says([free(1, { made: 'stale' }), free(2)], [one, other])), []);
  assert.equal(codes(says([free(1, { held: 'internal' }), free(2)], [one, other])), ['digestsDiffer']);
});

test('a container without a digest yet says nothing', () => {
  assert.equal(codes(says([free(1), free(2)], [one, ''])), []);
});

test.run();
