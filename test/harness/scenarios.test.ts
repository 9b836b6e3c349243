import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tools as toolNames } from '../tools/releases.ts';
import { loadScenarios, type Part, runsIn, stepsIn, titleOf } from './load-scenarios.ts';
import { expectationFor } from './play.ts';
import type { Step } from './scenario.ts';

const grounds = ['lab', 'control-plane', 'tools'] as const;
const [lab = [], plane = [], tools = []] = await Promise.all(grounds.map(loadScenarios));
const all = [
  ...new Map([...lab, ...plane].map((part) => [titleOf(part), part])).values(),
  ...tools.map((part) => ({ ...part, name: `tools/${part.name}` })),
];

function breachesIn(says: (part: Part, steps: Step[]) => readonly string[]): string[] {
  return all.flatMap((part) =>
    says(part, stepsIn(part.scenario.when)).map((what) => `${titleOf(part)}: ${what}`),
  );
}

test('scenarios are there for every kind of operator on lab and control plane, and for every tool', () => {
  for (const kind of ['ensure-on-added', 'reconcile-on-added', 'upstream'])
    for (const parts of [lab, plane]) assert.ok(parts.filter((part) => part.kind === kind).length > 5, kind);
  for (const name of toolNames) assert.ok(tools.filter(({ tool }) => tool === name).length > 2, name);
});

test('a title is a claim of its own', () => {
  const titles = new Map(all.map(({ name, scenario }) => [name, scenario.title]));
  assert.is(new Set(titles.values()).size, titles.size);
  for (const title of titles.values()) assert.match(title, /^.{30,190}[^.]$/);
});

test('every run and release has its expectation, and every expectation its run or release', () => {
  const found = breachesIn((part, steps) => {
    const releases = steps.flatMap((step) =>
      ['release', 'releaseBeside', 'rollback', 'diff'].includes(step.do) && 'as' in step
        ? [step.as ?? '']
        : [],
    );
    const names = [...runsIn(part.scenario.when), ...releases];
    const { runs, releases: ends } = expectationFor(part);
    const expected = Object.keys({ ...runs, ...ends });
    return [
      ...names.filter((name) => !expected.includes(name)).map((name) => `nothing expected of ${name}`),
      ...expected.filter((name) => !names.includes(name)).map((name) => `nothing is called ${name}`),
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `two are called ${name}`),
    ];
  });
  assert.equal(found, []);
});

test('every session that a scenario starts has its expectation, or ends in it', () => {
  const found = breachesIn((part, steps) => {
    const handed = Object.keys(expectationFor(part).handed ?? {});
    const ended = steps.flatMap((step) => (step.do === 'endSession' ? [step.name] : []));
    const started = steps.flatMap((step) => (step.do === 'startSession' ? [step.session.name] : []));
    return [
      ...started.filter((name) => !handed.includes(name) && !ended.includes(name)),
      ...handed.filter((name) => !started.includes(name)).map((name) => `nobody starts ${name}`),
    ];
  });
  assert.equal(found, []);
});

test('what differs, differs for a kind or a tool that is played', () => {
  const found = breachesIn(({ scenario: { operators, tools = [], differs = {} } }) =>
    Object.keys(differs).filter((name) => ![...operators, ...tools].some((each) => each === name)),
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
