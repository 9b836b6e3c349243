import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { PoolDecision } from '../../plugin/decide/pool-state.ts';
import { replaceOne } from '../../plugin/decide/replace.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { container, upstream } from '../assess/fixtures.ts';
import { changed, claimed, free, look, ofKind, pool, poolIn } from '../assess/given.ts';
import { usualPolicy } from '../harness/world-frozen.ts';

const allowed = { ...usualPolicy, mayReplace: true };
const newer = 'registry.example.test/java:newer';

/** What comes next in a pool of an upstream operator whose AppDefinition names another image by now. */
function next(
  instances: Parameters<typeof pool>[0],
  policy = allowed,
  renewed: readonly number[] = [],
): PoolDecision {
  const released: KubeObject[] = changed(upstream(pool(instances)), ofKind('AppDefinition'), ({ spec }) => ({
    spec: { ...spec, image: newer },
  }));
  const objects = renewed.reduce((all, id) => container(all, id, 'deployment', { image: newer }), released);
  const { assessment } = look(objects);
  const memory = { firstGeneration: 2, lastPush: 0, nudges: 0, wrote: false };
  const known = { assessment, policy, memory, runId: 'run', leftMs: policy.timeoutMs };
  const nothing = { restartedAt: undefined, pushedAt: 0, othersRenewing: false };
  return replaceOne({ pool: poolIn({ assessment } as never), ...known, ...nothing });
}

function removed({ steps }: PoolDecision): number[] {
  return [...new Set(steps.flatMap((step) => (step.step === 'removeInstance' ? [step.id] : [])))];
}

test('one instance goes, the last that a claim would take: claims go by name, 10 before 2', () => {
  const ids = Array.from({ length: 10 }, (_, at) => at + 1);
  assert.equal(removed(next(ids.map((id) => free(id)))), [9]);
  assert.equal(removed(next([claimed(1), free(2), free(3)])), [3]);
});

test('its five parts, and then the restart that makes it anew', () => {
  const kinds = next([free(1), free(2)]).steps.map(({ step }) => step);
  assert.equal(kinds.slice(0, 6), [...Array(5).fill('removeInstance'), 'restartOperator']);
});

test('one that serves nobody goes before any that does', () => {
  assert.equal(removed(next([free(1, { pod: 'crashing' }), free(2)])), [1]);
});

test('none goes while another is missing or being claimed: capacity stays at one less', () => {
  assert.equal(removed(next([free(1), free(3)])), []);
  assert.equal(removed(next([free(1), free(2, { claim: { by: 'inFlight', steps: 1 } })])), []);
});

test('nothing goes unless it is allowed', () => {
  const { steps, reason } = next([free(1)], usualPolicy);
  assert.equal([steps, reason?.code], [[], 'replaceNotAllowed']);
});

test('none goes while a session is gone and not yet collected', () => {
  assert.equal(removed(next([free(1), free(2, { claim: { by: 'gone', steps: 1 } })])), []);
});

test('the next goes once the one that was renewed is Ready', () => {
  assert.equal(removed(next([free(1), free(2)], allowed, [2])), [1]);
  const { steps } = next([free(1), free(2, { pod: 'starting' })], allowed, [2]);
  assert.equal(
    steps.map((each) => each.step === 'wait' && each.why),
    ['becomingReady'],
  );
});

test.run();
