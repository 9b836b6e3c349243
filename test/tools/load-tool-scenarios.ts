import { readdirSync } from 'node:fs';
import type { Tool, ToolScenario } from './scenario.ts';

/** One scenario with one tool. */
export interface ToolPart {
  /** The file's name without ending. */
  name: string;
  tool: Tool;
  scenario: ToolScenario;
}

const folder = new URL('scenarios/', import.meta.url);

/** All scenarios by file name and tool. Throws where a file exports no scenario. */
export async function loadToolScenarios(): Promise<ToolPart[]> {
  const parts: ToolPart[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()) {
    const { scenario } = (await import(new URL(file, folder).href)) as { scenario?: ToolScenario };
    if (scenario === undefined) throw new Error(`${file} exports no scenario`);
    for (const tool of scenario.tools) parts.push({ name: file.replace(/\.ts$/, ''), tool, scenario });
  }
  return parts;
}
