import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Acted } from '../../plugin/act/acting.ts';
import { appsIn, deletedIn, leasesIn, type RunState } from '../../plugin/run/state.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged } from '../harness/world-decided.ts';
import { firstSituation } from '../harness/world-frozen.ts';

function on(uid: string) {
  return { kind: 'Service', part: 'externalService', name: uid, uid, resourceVersion: '1' } as const;
}

function removal(uid: string, more: Partial<Acted>): Acted {
  const step = { step: 'removeSibling', app: 'java', id: 1, on: on(uid) } as const;
  return { step, at: 0, result: 'done', ...more };
}

test('what a run deleted is known by uid, also where the answer to the delete was lost', () => {
  const acted = [
    removal('done', {}),
    removal('lost', { result: 'moved', why: 'NotFound' }),
    removal('claimed', { result: 'moved', why: 'claimed' }),
    removal('conflict', { result: 'moved', why: 'Conflict' }),
    removal('marked', { step: { step: 'mark', app: 'java', id: 1, on: on('marked') } }),
  ];
  assert.equal([...deletedIn({ acted } as unknown as RunState)], ['done', 'lost']);
});

test('AppDefinitions and Leases are those of the last look, by AppDefinition', () => {
  const last = judged(worldWith([instanceSpec(1, { held: 'internal' })], { lease: 'ours' }));
  const state = firstSituation(last) as RunState;
  assert.equal([...appsIn(state)], [['java', last.pools[0]?.app]]);
  assert.equal(
    [...leasesIn(state)].map(([app, { metadata }]) => `${app} ${metadata.name}`),
    ['java warmgate-java'],
  );
  assert.is(leasesIn(firstSituation(judged(worldWith([instanceSpec(1)]))) as RunState).size, 0);
});

test.run();
