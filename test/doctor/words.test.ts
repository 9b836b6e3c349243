import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { diagnose } from '../../plugin/doctor/diagnose.ts';
import { buildDiagnosis } from '../../plugin/doctor/diagnosis.ts';
import { type FindingCode, findingRows, topics } from '../../plugin/doctor/finding-rows.ts';
import { renderDiagnosis } from '../../plugin/doctor/text.ts';
import { todos } from '../../plugin/doctor/todo.ts';
import { findingWords } from '../../plugin/doctor/words.ts';
import { argumentsOf } from '../../plugin/model/sentence.ts';
import { listed } from '../../plugin/text/lists.ts';
import { free, pool } from '../assess/given.ts';
import { golden } from '../harness/golden.ts';
import { type Changes, factsOf, lacking } from './facts-of.ts';

const codes = Object.keys(findingRows) as FindingCode[];
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

test('what is wrong says what to do; what is right has nothing to say', () => {
  for (const code of codes) {
    const { severity } = findingRows[code];
    if (severity === 'problem' || severity === 'warning') assert.ok(todos[code], code);
    if (severity === 'ok') assert.is(todos[code], undefined, code);
    assert.ok(findingWords[code].length > 10, code);
  }
});

test('a todo needs no argument that its sentence does not have', () => {
  for (const [code, todo] of Object.entries(todos)) {
    const sentence = argumentsOf(findingWords[code as FindingCode]);
    const has = [...sentence.needed, ...sentence.optional, 'namespace'];
    assert.equal(
      argumentsOf(todo).needed.filter((name) => !has.includes(name)),
      [],
      code,
    );
  }
});

test('every sentence that a troubled namespace calls for has all its arguments', () => {
  const objects = pool([free(1)], { sidecars: 'before', lease: 'expired' }, { operator: 'idle' });
  const { findings, exit, verdict } = buildDiagnosis(diagnose(factsOf(objects, troubled)), origin);
  for (const { text, todo, code } of findings)
    assert.not.match(`${text} ${todo ?? ''}`, /\?|undefined|\{/, code);
  assert.is(exit, 1);
  assert.match(verdict, /^\d problems that a hook would fail by, \d warnings$/);
});

test('only a problem makes the exit code 1', () => {
  const warned = diagnose(factsOf(pool([free(1)], { sidecars: 'before' })));
  assert.is(buildDiagnosis(warned, origin).exit, 0);
  assert.is(buildDiagnosis(warned, origin).verdict, 'nothing that a hook would fail by, 2 warnings');
  const [fine] = diagnose(factsOf(pool([free(1)]))).filter(({ code }) => code === 'gatesOpen');
  assert.is(
    buildDiagnosis(fine === undefined ? [] : [fine], origin).verdict,
    'nothing that a hook would fail by',
  );
});

test('findings come topic by topic', () => {
  const found = diagnose(factsOf(pool([free(1)]), troubled)).map(({ code }) => findingRows[code].topic);
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

test('names in one phrase: sorted, each once, the rest counted', () => {
  assert.is(listed(['b', 'a', 'b']), 'a, b');
  assert.is(listed(['1', '2', '3', '4', '5', '6', '7']), '1, 2, 3, 4, 5 and 2 more');
  assert.is(listed([]), '');
});

test.run();
