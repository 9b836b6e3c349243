import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { chartValues } from '../../build/chart-readme.ts';
import { parse as parseArgs } from '../../plugin/config/parse.ts';
import { workers } from '../../plugin/model/rights.ts';

const chart = join(import.meta.dirname, '../../charts/patch');
const read = (name: string): string => readFileSync(join(chart, name), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: values are foreign YAML to their reader
const values: any = parse(read('values.yaml'));
const schema = JSON.parse(read('values.schema.json'));
const root = JSON.parse(readFileSync(join(chart, '../../package.json'), 'utf8'));

type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
};

const resolved = (node: Schema): Schema =>
  node.$ref === undefined ? node : schema.definitions[node.$ref.replace('#/definitions/', '')];

/** Paths of the properties that the schema names. */
function paths(node: Schema, prefix: string): string[] {
  const { properties } = resolved(node);
  if (properties === undefined) return [prefix.slice(0, -1)];
  return Object.entries(properties).flatMap(([name, one]) => paths(one, `${prefix}${name}.`));
}

test('the schema names every value and no other, but for what a parent chart passes down', () => {
  const inSchema = paths(schema, '').filter((path) => path !== 'global');
  assert.equal(
    inSchema.sort(),
    chartValues(read('values.yaml'))
      .map(({ path }) => path)
      .sort(),
  );
});

test('every value says what it is for, but the plain name of the image', () => {
  const silent = chartValues(read('values.yaml')).filter(({ says }) => says === '');
  assert.equal(
    silent.map(({ path }) => path),
    ['image.repository'],
  );
});

test('a mapping of the schema takes no key that it does not name, unless its keys are for others to choose', () => {
  const free = new Set([
    'global',
    'env',
    'labels',
    'annotations',
    'pod.labels',
    'pod.annotations',
    'pod.resources',
    'pod.nodeSelector',
    'pod.affinity',
  ]);
  const open: string[] = [];
  const look = (node: Schema, path: string): void => {
    const it = resolved(node);
    if (it.type === 'object' && it.additionalProperties !== false) open.push(path);
    for (const [name, one] of Object.entries(it.properties ?? {}))
      look(one, path === '' ? name : `${path}.${name}`);
  };
  look(schema, '');
  assert.equal(open.sort(), [...free].sort());
});

test('the schema takes the defaults, and what a parent chart passes down', () => {
  const validate = new Ajv({ strict: false }).compile(schema);
  const errorsIn = (given: unknown): unknown => (validate(given) ? [] : validate.errors);
  assert.equal(errorsIn(values), []);
  assert.equal(errorsIn({ ...values, global: { anything: 1 } }), []);
  assert.not.equal(errorsIn({ ...values, guard: { ...values.guard, timeout: '1m' } }), []);
});

test('the chart has the version of the program', () => {
  const { version, appVersion } = parse(read('Chart.yaml'));
  assert.equal([version, appVersion], [root.version, root.version]);
});

test('every command of the chart gives up by itself after the time of its flag', () => {
  const hooks = ['guard', 'verify', 'rollback', 'open', 'expired', 'check'] as const;
  for (const name of hooks) {
    const command = { rollback: 'verify', expired: 'open' }[name as string] ?? name;
    assert.ok((workers as readonly string[]).includes(command));
    const parsed = parseArgs([command, '--timeout', `${values[name].timeoutSeconds}s`], {});
    assert.ok('options' in parsed && parsed.options.timeoutMs < values[name].deadlineSeconds * 1000);
  }
});

test.run();
