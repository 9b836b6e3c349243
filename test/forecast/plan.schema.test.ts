import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fc } from '../harness/fast-check.ts';
import { worlds } from '../harness/world.ts';
import { build } from '../harness/world-build.ts';
import { manifest, planned } from './situation-of.ts';

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const isPlan = ajv.compile(JSON.parse(readFileSync(join(root, 'schemas/plan.schema.json'), 'utf8')));

test('whatever is planned follows the schema', () => {
  fc.assert(
    fc.property(worlds, fc.boolean(), fc.integer({ min: 0, max: 4 }), (world, prune, minInstances) => {
      const objects = build(world);
      const apps = objects.filter(({ kind }) => kind === 'AppDefinition');
      const plan = planned(
        objects,
        apps.slice(0, 1).map((app) => manifest(app, { minInstances })),
        { prune },
      );
      assert.ok(isPlan(JSON.parse(JSON.stringify(plan))), JSON.stringify(isPlan.errors?.[0]));
    }),
    { numRuns: 60 },
  );
});

test('a plan without one of its properties does not', () => {
  const golden: Record<string, unknown> = JSON.parse(
    readFileSync(join(root, 'test/fixtures/golden/plan.json'), 'utf8'),
  );
  assert.ok(isPlan(golden));
  for (const key of Object.keys(golden)) {
    const { [key]: _, ...rest } = golden;
    assert.not.ok(isPlan(rest), key);
  }
  assert.not.ok(isPlan({ ...golden, surprise: 1 }));
});

test.run();
