import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildDiagnosis, diagnose } from '../../plugin/doctor/diagnosis.ts';
import { fc } from '../harness/fast-check.ts';
import { worlds } from '../harness/world.ts';
import { build } from '../harness/world-build.ts';
import { factsOf, lacking } from './facts-of.ts';

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const isDiagnosis = ajv.compile(
  JSON.parse(readFileSync(join(root, 'schemas/diagnosis.schema.json'), 'utf8')),
);
const origin = { version: '1', server: '', context: '', namespace: 'theia', account: '', at: '' };

test('whatever is found in any pool follows the schema, with every argument of its sentence and without an address', () => {
  fc.assert(
    fc.property(worlds, fc.boolean(), (world, poor) => {
      const facts = factsOf(build(world), poor ? { rights: lacking('patch services', 'list pods') } : {});
      const diagnosis = JSON.parse(JSON.stringify(buildDiagnosis(diagnose(facts), origin)));
      assert.ok(isDiagnosis(diagnosis), JSON.stringify(isDiagnosis.errors?.[0]));
      assert.not.match(JSON.stringify(diagnosis), /@example\.test|\?/);
    }),
    { numRuns: 60 },
  );
});

test('a diagnosis without one of its properties does not', () => {
  const golden: Record<string, unknown> = JSON.parse(
    readFileSync(join(root, 'test/fixtures/golden/doctor.json'), 'utf8'),
  );
  assert.ok(isDiagnosis(golden));
  for (const key of Object.keys(golden)) {
    const { [key]: _, ...rest } = golden;
    assert.not.ok(isDiagnosis(rest), key);
  }
});

test.run();
