import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildDiagnosis, diagnose, findingRows } from '../../plugin/doctor/diagnosis.ts';
import { type FindingRow, findingsAbout, topics } from '../../plugin/doctor/finding.ts';
import { renderDiagnosis } from '../../plugin/doctor/text.ts';
import { free, pool } from '../assess/given.ts';
import { golden } from '../harness/golden.ts';
import { type Changes, factsOf, lacking } from './facts-of.ts';

const origin = {
  version: '1.2.3',
  server: 'https://cluster.example.test:6443',
  context: 'test',
  namespace: 'theia',
  account: 'system:serviceaccount:theia:warmgate-verify',
  at: '2026-11-30T10:00:00.000Z',
};

const troubled: Changes = {
  account: 'admin',
  rights: lacking('patch services', 'list httproutes'),
  served: [
    {
      kind: 'AppDefinition',
      version: 'v1beta11',
    },
    { kind: 'AppDefinition', version: 'v1beta8', failure: { status: 500, reason: 'ConversionWebhook' } },
    { kind: 'Session', version: 'v1beta8' },
  ],
  badReferences: 1,
};

test('every finding is of one topic; what is wrong says what to do, what is right does not', () => {
  assert.equal(Object.keys(findingRows), [...topics]);
  const rows = Object.values(findingRows).flatMap((each) => Object.entries<FindingRow>(each));
  assert.is(new Set(rows.map(([code]) => code)).size, rows.length);
  for (const [code, { severity, says, todo }] of rows) {
    if (severity === 'problem' || severity === 'warning') assert.ok(todo, code);
    if (severity === 'ok') assert.is(todo, undefined, code);
    assert.match(`${says}${todo ?? ''}`, /^[^\n]{10,300}[^.!\s]$/, code);
  }
});

test('a finding without an argument of one of its two sentences, or with another, does not compile', () => {
  const rows = { moved: { severity: 'note', says: 'at {place}', todo: 'go to {place} by {way}' } } as const;
  const found = findingsAbout('counts', rows);
  // @ts-expect-error: way is missing
  found('moved', { place: 'here' });
  // @ts-expect-error: nothing says the time
  found('moved', { place: 'here', way: 'foot', time: 1 });
  assert.equal(found('moved', { place: 'here', way: 'foot' }), {
    code: 'moved',
    topic: 'counts',
    severity: 'note',
    args: { place: 'here', way: 'foot' },
    text: 'at here',
    todo: 'go to here by foot',
  });
});

test('every sentence that a troubled namespace calls for has all its arguments', () => {
  const objects = pool([free(1)], { sidecars: 'before', lease: 'expired' }, { operator: 'idle' });
  const { findings, exit, verdict } = buildDiagnosis(diagnose(factsOf(objects, troubled)), origin);
  for (const { text, todo, code } of findings)
    assert.not.match(`${text} ${todo ?? ''}`, /\?|undefined|\{/, code);
  assert.is(exit, 1);
  assert.match(verdict, /^\d problems that fail a hook, \d warnings$/);
});

test('only a problem makes the exit code 1', () => {
  const warned = diagnose(factsOf(pool([free(1)], { sidecars: 'before' })));
  assert.is(buildDiagnosis(warned, origin).exit, 0);
  assert.is(buildDiagnosis(warned, origin).verdict, 'nothing fails a hook, 2 warnings');
  const [fine] = diagnose(factsOf(pool([free(1)]))).filter(({ code }) => code === 'gatesOpen');
  assert.is(buildDiagnosis(fine === undefined ? [] : [fine], origin).verdict, 'nothing fails a hook');
});

test('findings come topic by topic', () => {
  const found = diagnose(factsOf(pool([free(1)]), troubled)).map(({ topic }) => topic);
  const order = found.map((topic) => topics.indexOf(topic));
  assert.equal(
    order,
    [...order].sort((one, other) => one - other),
  );
});

test('a diagnosis as people read it, piped and on a narrow terminal', () => {
  const objects = pool([free(1)], { sidecars: 'before', lease: 'expired' });
  const diagnosis = buildDiagnosis(diagnose(factsOf(objects, troubled)), origin);
  golden('doctor.txt', renderDiagnosis(diagnosis, { colour: false }));
  golden('doctor.json', `${JSON.stringify(diagnosis, null, 2)}\n`);
  const narrow = renderDiagnosis(diagnosis, { colour: true, width: 60 });
  golden('doctor.terminal.txt', narrow);
  for (const line of narrow.split('\n').filter((each) => each.startsWith(' '))) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours do not count
    assert.ok(line.replaceAll(/\u001b\[\d+m/g, '').length <= 60, line);
  }
});

test.run();
