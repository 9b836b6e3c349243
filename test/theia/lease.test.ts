import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { followedUntil, followMs } from '../../plugin/theia/lease.ts';

const now = Date.UTC(2026, 10, 30, 10);

function lease(followed?: string): KubeObject {
  const annotations = followed === undefined ? {} : { 'warmgate/followed-until': followed };
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'warmgate-java', uid: 'uid', annotations },
  };
}

const at = (ms: number): string => new Date(now + ms).toISOString();

test('shields are kept up until the time that a follower wrote', () => {
  assert.is(followedUntil(lease(at(60_000)), now), now + 60_000);
  assert.is(followedUntil(lease(at(-1000)), now), 0);
});

test('no word, no time, a time that nobody can have meant: nobody follows', () => {
  for (const text of [undefined, '', 'for ever', at(2 * followMs + 60_000), '9999-12-31T00:00:00Z'])
    assert.is(followedUntil(lease(text), now), 0, text);
});

test.run();
