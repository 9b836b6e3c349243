import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generatedTables } from '../build/generated-tables.ts';
import type { SchemaFor } from '../build/schema/schema-for.ts';
import { type FlagName, flagNames, row } from '../plugin/config/flags.ts';
import { readValue } from '../plugin/config/value.ts';
import { buildReport } from '../plugin/report/building/report.ts';
import { anyReport } from './harness/any-report.ts';
import { facts } from './harness/build.ts';
import { fc } from './harness/fast-check.ts';
import { assessText, recordingNames, recordingText } from './harness/recordings.ts';
import { reports } from './harness/reports.ts';

const root = join(import.meta.dirname, '..');
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
const isReport = ajv.compile(read('schemas/report.schema.json'));
const isConfig = ajv.compile(read('schemas/config.schema.json'));

test('committed files are what the tables give; `npm run generate` writes them', () => {
  for (const [name, text] of Object.entries(generatedTables())) {
    assert.is(readFileSync(join(root, name), 'utf8') === text, true, `${name} is out of date`);
  }
  const folders = ['schemas', 'docs/reference'];
  const there = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  assert.equal(there.sort(), Object.keys(generatedTables()).sort());
});

test('golden reports and reports of every recording follow the schema', () => {
  const golden = readdirSync(join(root, 'test/fixtures/golden')).filter((name) =>
    /^report-.*\.json$/.test(name),
  );
  assert.ok(golden.length >= 4);
  for (const name of golden) valid(read(`test/fixtures/golden/${name}`), name);
  assert.ok(recordingNames.length > 20);
  for (const name of recordingNames) {
    const look = assessText(recordingText(name));
    valid(JSON.parse(JSON.stringify(buildReport(look, look, facts({ command: 'check' })))), name);
  }
});

test('whatever a run could report follows the schema', () => {
  fc.assert(fc.property(anyReport, (report) => valid(JSON.parse(JSON.stringify(report)), 'report')));
});

test('a report without one of its properties, or with another, does not follow it', () => {
  const optional = [
    'pools.instances.session',
    'sessions.instance',
    'actions.instance',
    'actions.object',
    'operator.image',
    'origin',
    'origin.application',
    'origin.revision',
    'origin.namespace',
  ];
  let tried = 0;
  for (const { root, object, key, path } of propertiesOf(JSON.parse(JSON.stringify(reports.gaveUp())))) {
    const { [key]: value } = object;
    delete object[key];
    assert.is(isReport(root), optional.includes(path), `without ${path}`);
    object[key] = value;
    object.surprise = 1;
    assert.is(isReport(root), false, `surprise beside ${path}`);
    delete object.surprise;
    tried += 1;
  }
  assert.ok(tried > 100);
});

test('an omitted property of an interface does not compile', () => {
  interface Pair {
    one: string;
    two?: number;
  }
  const text = { type: 'string' } as const;
  const number = { type: 'integer' } as const;
  const whole: SchemaFor<Pair> = { properties: { one: text, two: number }, optional: { two: true } };
  // @ts-expect-error: two is missing
  const lacking: SchemaFor<Pair> = { properties: { one: text }, optional: { two: true } };
  assert.is.not(whole, lacking);
});

test('whatever a variable may hold the schema of variables allows', () => {
  const near = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'true',
      'YES',
      'off',
      '0',
      '4m',
      '1h30m',
      '250ms',
      '90',
      '3',
      '25%',
      'auto',
      'closed',
      'java-17',
    ),
    fc.constantFrom(
      'json',
      'a=b',
      'a=b,c=d',
      'app=operator',
      'restart-operator, replace',
      'out/report.xml',
      '1.5s',
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...flagNames), near, (name, text) => {
      if ('value' in readValue(row(name), [text])) assert.is(allows(name, text), true, `${name} ${text}`);
    }),
    { numRuns: 2000 },
  );
});

test('every default is allowed, a wrong form and an unknown variable are not', () => {
  for (const name of flagNames) assert.is(allows(name, row(name).default ?? ''), true, name);
  for (const [name, text] of [
    ['timeout', '240'],
    ['timeout', '4 m'],
    ['quiet', 'maybe'],
    ['output', 'xml'],
    ['batch', '0x3'],
    ['max-nudges', '-1'],
    ['allow', 'restart'],
    ['expect-image', 'java-17'],
    ['namespace', 'A_b'],
    ['report', 'report.pdf'],
  ] as const) {
    assert.is(allows(name, text), false, `${name} ${text}`);
  }
  assert.is(isConfig({ WARMGATE_TIMEOUTS: '4m' }), false);
});

function allows(name: FlagName, text: string): boolean {
  return isConfig({ [row(name).env]: text });
}

function valid(value: unknown, name: string): void {
  assert.is(isReport(value), true, `${name}: ${JSON.stringify(isReport.errors?.[0])}`);
}

interface Property {
  root: object;
  object: Record<string, unknown>;
  key: string;
  /** With `.` between, without positions in lists. */
  path: string;
}

/** Every property of every object in a report but the free-form arguments, together with the whole. */
function propertiesOf(root: object, object: object = root, at = ''): Property[] {
  if (Array.isArray(object))
    return object.flatMap((each) => (isObject(each) ? propertiesOf(root, each, at) : []));
  return Object.entries(object).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const own = { root, object: object as Record<string, unknown>, key, path };
    return [own, ...(isObject(value) && key !== 'args' ? propertiesOf(root, value, path) : [])];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function read(name: string): object {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}

test.run();
