import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Decision, Situation } from '../../plugin/decide/decision.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import { see } from '../../plugin/run/rounds.ts';
import { rejects } from '../harness/rejects.ts';
import { usualAssess } from '../harness/world-look.ts';
import { closing, forbidden, ground, script, wait } from './ground.ts';

test('what a round did is what the next decision knows', async () => {
  const { go, cluster } = ground();
  const seen: Situation[] = [];
  const { state, failure } = await go((now) => {
    seen.push(now);
    return now.looks === 1 ? { steps: closing(now) } : { steps: [], end: true };
  });
  assert.is(failure, undefined);
  assert.equal(
    seen.map(({ looks, acted }) => [looks, acted.map(({ step }) => step.step)]),
    [
      [1, []],
      [2, ['lease', 'hold', 'hold']],
    ],
  );
  assert.is(cluster.writes.length, 3, 'the holds name the Lease that was taken beside them');
  assert.equal([seen[1]?.first, seen[1]?.last.pools[0]?.gate.holds], [seen[0]?.last, 2]);
  assert.is(state.last, seen[1]?.last);
});

test('nothing that was decided on is changed by what comes after', async () => {
  const { go } = ground();
  const seen: Situation[] = [];
  const texts: string[] = [];
  await go((now) => {
    seen.push(now);
    texts.push(JSON.stringify(now));
    return now.looks < 3 ? { steps: closing(now) } : { steps: [], end: true };
  });
  assert.equal(
    seen.map((each) => JSON.stringify(each)),
    texts,
  );
});

test('a decision keeps what it does not name, memory and findings', async () => {
  const { go } = ground();
  const memory = { pools: {}, workspaces: ['java/1'] };
  const { decide, seen } = script({ steps: [wait(1)], memory }, { steps: [wait(1)] });
  const { state } = await go(decide);
  assert.equal(
    seen.map((each) => each.memory.workspaces),
    [[], ['java/1'], ['java/1']],
  );
  assert.is(state.memory, memory);
});

test('no wait goes beyond what is left of --timeout', async () => {
  const { go, slept } = ground();
  const { decide, seen } = script(
    { steps: [wait(200_000)] },
    { steps: [wait(200_000)] },
    { steps: [wait(9)] },
  );
  await go(decide);
  assert.equal(slept, [200_000, 40_000, 0]);
  assert.equal(
    seen.map(({ leftMs }) => leftMs),
    [240_000, 40_000, 0, 0],
  );
});

test('what a wave wrote is known though the API refused the next', async () => {
  const { go } = ground((verb, kind) => {
    if (verb === 'patch' && kind === 'Service') throw forbidden;
  });
  const { state, failure } = await go((now) => ({ steps: closing(now) }));
  assert.is(failure, forbidden);
  assert.equal(
    state.acted.map(({ step, result }) => `${step.step} ${result}`),
    ['lease done'],
  );
  assert.is(state.looks, 1);
});

test('a run that is stopped looks no more, and ends as interrupted', async () => {
  const { go, stop, cluster } = ground();
  const { state, failure } = await go((now) => {
    stop.abort('SIGTERM');
    return { steps: closing(now) };
  });
  assert.instance(failure, RunError);
  assert.equal([(failure as RunError).code, (failure as RunError).args.signal], ['interrupted', 'SIGTERM']);
  assert.equal([cluster.writes.length, state.acted, state.looks], [0, [], 1]);
});

test('each round with steps is told before it is taken, and what came of each step', async () => {
  const { go, cluster } = ground();
  const told: string[] = [];
  await go((now) => (now.looks === 1 ? { steps: closing(now) } : { steps: [], end: true }), {
    decided: ({ looks }, steps) => told.push(`${looks}: ${steps.length}, ${cluster.writes.length} written`),
    acted: ({ step, result }) => told.push(`${step.step} ${result}`),
  });
  assert.equal(told, ['1: 3, 0 written', 'lease done', 'hold done', 'hold done']);
});

test('an AppDefinition that was asked for by name must be there at the first look, and may go later', async () => {
  const { ports, store, go } = ground();
  const named = (apps: string[]) => ({ assess: { ...usualAssess, apps } });
  const error = await rejects(() => see({ ...ports, ...named(['python']) }));
  assert.is((error as RunError).code, 'unknownApp');
  const gone = (now: Situation): Decision => {
    store.remove('AppDefinition', 'java');
    return now.looks === 1 ? { steps: [wait(1)] } : { steps: [], end: true };
  };
  assert.is((await go(gone, named(['java']))).failure, undefined);
});

test.run();
