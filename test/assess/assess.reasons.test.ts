import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Looked } from '../../plugin/assess/assess.ts';
import { type ReasonCode, reasons } from '../../plugin/model/reasons.ts';
import type { Fixture } from './fixtures.ts';
import { otherFixtures } from './fixtures-around.ts';
import { instanceFixtures } from './fixtures-instance.ts';

const fixtures: Readonly<Record<string, Fixture>> = { ...instanceFixtures, ...otherFixtures };
const folder = join(import.meta.dirname, '../../plugin/assess');

test('every reason that a rule gives has a fixture that gives it and one that does not', () => {
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const named = sources.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word ?? ''));
  const given = [...new Set(named.filter((word) => word in reasons))].sort();
  assert.ok(given.length > 50);
  assert.equal(Object.keys(fixtures).sort(), given);
});

for (const [code, { gives, not }] of Object.entries(fixtures)) {
  const { about, exit } = reasons[code as ReasonCode];
  test(`${code} (${about}, ${exit}) is given where it holds and nowhere else`, () => {
    assert.ok(all(gives()).includes(code), `given: ${all(gives()).join(', ')}`);
    assert.not.ok(all(not()).includes(code));
    assert.ok(whereIn(gives(), about).includes(code), `is about the ${about}`);
  });
}

function all(looked: Looked): string[] {
  return (['run', 'operator', 'pool', 'instance', 'session'] as const).flatMap((about) =>
    whereIn(looked, about),
  );
}

function whereIn({ assessment }: Looked, about: (typeof reasons)[ReasonCode]['about']): string[] {
  const { pools, sessions, operator } = assessment;
  const lists = {
    run: [assessment],
    operator: [operator],
    pool: pools,
    instance: pools.flatMap(({ instances }) => instances),
    session: sessions,
  };
  return lists[about].flatMap((each) => each.reasons.map(({ code }) => code));
}

test.run();
