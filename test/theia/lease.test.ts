import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { isExpired, renewedAt } from '../../plugin/theia/lease.ts';

const noon = Date.UTC(2026, 10, 30, 12);

function object(metadata: Partial<KubeObject['metadata']>, more: Partial<KubeObject> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'X', ...more, metadata: { name: 'x', uid: 'x', ...metadata } };
}

test('a Lease lasts its duration from its renewal, an hour from its creation where it has neither', () => {
  const bare = object({ creationTimestamp: '2026-11-30T11:00:00Z' });
  assert.equal(
    [renewedAt(bare), isExpired(bare, noon), isExpired(bare, noon + 1)],
    [noon - 3_600_000, false, true],
  );
  const own = object({}, { spec: { renewTime: '2026-11-30T12:00:00.000000Z', leaseDurationSeconds: 60 } });
  assert.equal([isExpired(own, noon + 60_000), isExpired(own, noon + 60_001)], [false, true]);
  const odd = object({}, { spec: { renewTime: '2026-11-30T12:00:00Z', leaseDurationSeconds: '60' } });
  assert.equal([isExpired(odd, noon + 3_600_000), isExpired(odd, noon + 3_600_001)], [false, true]);
});

test.run();
