import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Fault, faultsOf } from './faults.ts';
import { sampleOf } from './sample.ts';

/** `kind: before -> after` of every fault of one file. */
function faults(text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'warmgate-faults-'));
  try {
    const compilerOptions = { module: 'nodenext', noEmit: true, types: [] };
    mkdirSync(join(root, 'plugin'));
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['plugin'] }));
    writeFileSync(join(root, 'plugin/x.ts'), text);
    return faultsOf(root, ['plugin/x.ts']).map(
      ({ line, within, kind, before, after }) => `${line} ${within} ${kind}: ${before} -> ${after}`,
    );
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('comparisons are turned, conditions negated, operands dropped, at their place and in their function', () => {
  assert.equal(faults('// größer …\nexport const f = (a: number, b: boolean) => (b && a < 3 ? 1 : 2);'), [
    '2 f condition negated: b && a < 3 -> !(b && a < 3)',
    '2 f operand dropped: b && a < 3 -> b',
    '2 f operand dropped: b && a < 3 -> a < 3',
    '2 f comparison turned: < -> <=',
    '2 f number changed: 3 -> 3 + 1',
    '2 f number changed: 1 -> 1 + 1',
    '2 f number changed: 2 -> 2 + 1',
  ]);
});

test('a call that is there for what it refuses is dropped, awaited or not, and a return that leaves early', () => {
  assert.equal(
    faults('async function g(x: { y(): Promise<void> }) {\n  if (!x) return;\n  await x.y();\n}\nvoid g;'),
    [
      '2 g condition negated: !x -> !(!x)',
      '2 g early return dropped: if (!x) return; -> ',
      '2 g condition negated: !x -> x',
      '3 g precondition dropped: await x.y(); -> ;',
    ],
  );
});

test("a row's exit is changed once, and steps and filters are left out", () => {
  assert.equal(
    faults(
      'export const row = { exit: 6 };\nexport const h = (s: string[]) => [...s.filter(Boolean), s[0]];',
    ),
    [
      '1 row exit changed: 6 -> 0',
      '2 h step left out: ...s.filter(Boolean) -> ...[]',
      '2 h step left out: s[0] -> ...([] as never[])',
      '2 h filter dropped: s.filter(Boolean) -> s',
      '2 h number changed: 0 -> 0 + 1',
    ],
  );
});

test('the same seed draws the same sample, each room by its share', () => {
  const all = Array.from({ length: 400 }, (_, at) => ({
    file: at < 300 ? 'plugin/assess/a.ts' : 'plugin/act/b.ts',
    start: at,
  })) as Fault[];
  const drawn = sampleOf(all, 40, 7);
  assert.equal(drawn, sampleOf(all, 40, 7));
  assert.is(drawn.filter(({ file }) => file.includes('assess')).length, 30);
  assert.not.equal(drawn, sampleOf(all, 40, 8));
});

test.run();
