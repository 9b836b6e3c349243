import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadScenarios, type Part } from './load-scenarios.ts';
import { expectationFor } from './play.ts';
import type { Step } from './scenario.ts';

const [lab, plane] = await Promise.all([loadScenarios('lab'), loadScenarios('control-plane')]);
const all = [...new Map([...lab, ...plane].map((part) => [`${part.name} ${part.kind}`, part])).values()];

/** Steps of steps too. */
function stepsOf(steps: readonly Step[]): Step[] {
  return steps.flatMap((step): Step[] => {
    switch (step.do) {
      case 'together':
        return [step, ...step.steps.flatMap(stepsOf)];
      case 'killOperatorAt':
        return [step, ...stepsOf(step.during)];
      case 'atWrite':
        return [step, ...stepsOf(step.steps), ...stepsOf(step.during)];
      case 'warmgate':
        return [step, ...(step.at ?? []).flatMap((moment) => stepsOf(moment.steps))];
      default:
        return [step];
    }
  });
}

function breachesIn(says: (part: Part, steps: Step[]) => readonly string[]): string[] {
  return all.flatMap((part) =>
    says(part, stepsOf(part.scenario.when)).map((what) => `${part.name} (${part.kind}): ${what}`),
  );
}

test('scenarios are there for every kind of operator and both grounds', () => {
  for (const kind of ['ensure-on-added', 'reconcile-on-added', 'upstream'])
    for (const parts of [lab, plane]) assert.ok(parts.filter((part) => part.kind === kind).length > 5, kind);
});

test('a title is a claim of its own', () => {
  const titles = new Map(all.map(({ name, scenario }) => [name, scenario.title]));
  assert.is(new Set(titles.values()).size, titles.size);
  for (const title of titles.values()) assert.match(title, /^.{30,190}[^.]$/);
});

test('every run has its expectation, and every expectation its run', () => {
  const found = breachesIn(({ scenario, kind }, steps) => {
    const runs = steps.flatMap((step) => {
      if (step.do === 'end') return [step.as];
      return step.do === 'warmgate' ? [step.as ?? step.args[0] ?? ''] : [];
    });
    const expected = Object.keys(expectationFor(scenario, kind).runs ?? {});
    const lacking = runs.filter((run) => !expected.includes(run)).map((run) => `nothing expected of ${run}`);
    const spare = expected.filter((run) => !runs.includes(run)).map((run) => `no run ${run}`);
    const twice = runs.filter((run, at) => runs.indexOf(run) !== at).map((run) => `two runs ${run}`);
    return [...lacking, ...spare, ...twice];
  });
  assert.equal(found, []);
});

test('every session that a scenario starts has its expectation, or ends in it', () => {
  const found = breachesIn(({ scenario, kind }, steps) => {
    const handed = Object.keys(expectationFor(scenario, kind).handed ?? {});
    const ended = steps.flatMap((step) => (step.do === 'endSession' ? [step.name] : []));
    const started = steps.flatMap((step) => (step.do === 'startSession' ? [step.session.name] : []));
    return [
      ...started.filter((name) => !handed.includes(name) && !ended.includes(name)),
      ...handed.filter((name) => !started.includes(name)).map((name) => `nobody starts ${name}`),
    ];
  });
  assert.equal(found, []);
});

test('what differs, differs for a kind that is played', () => {
  const found = breachesIn(({ scenario }) =>
    Object.keys(scenario.differs ?? {}).filter((kind) => !scenario.operators.some((each) => each === kind)),
  );
  assert.equal(found, []);
});

test('what only the lab can do is played on the lab alone', () => {
  const found = breachesIn(({ scenario }, steps) => {
    const only = steps.filter(
      (step) =>
        ['fault', 'clearFaults', 'retag'].includes(step.do) ||
        (step.do === 'image' && step.fate === 'over-quota'),
    );
    return only.length > 0 && scenario.grounds?.join() !== 'lab' ? only.map((step) => step.do) : [];
  });
  assert.equal(found, []);
});

test.run();
