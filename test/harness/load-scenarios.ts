import { readdirSync } from 'node:fs';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { GroundName, Scenario } from './scenario.ts';

/** One scenario with one kind of operator: a test of its own. */
export interface Part {
  /** The file's name without ending. */
  name: string;
  kind: OperatorKind;
  scenario: Scenario;
}

const folder = new URL('../scenarios/', import.meta.url);

/** All scenarios of a ground, by file name and kind of operator. Throws where a file exports no scenario. */
export async function loadScenarios(ground: GroundName): Promise<Part[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const parts: Part[] = [];
  for (const file of files.sort()) {
    const { scenario } = (await import(new URL(file, folder).href)) as { scenario?: Scenario };
    if (scenario === undefined) throw new Error(`${file} exports no scenario`);
    if (!(scenario.grounds ?? [ground]).includes(ground)) continue;
    for (const kind of scenario.operators) parts.push({ name: file.replace(/\.ts$/, ''), kind, scenario });
  }
  return parts;
}
