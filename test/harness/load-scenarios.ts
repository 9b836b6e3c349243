import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { Tool } from '../tools/releases.ts';
import type { GroundName, Scenario, Step } from './scenario.ts';

/** One scenario with one kind of operator, and one tool where it is made of releases: a test of its own. */
export interface Part {
  /** The file's name without ending. */
  name: string;
  kind: OperatorKind;
  tool?: Tool;
  scenario: Scenario;
}

const folder = new URL('../scenarios/', import.meta.url);

/**
 * All scenarios of a ground, by name, kind of operator and tool. A file exports one scenario, which has its name, or `scenarios` by their
 * names. Throws where it does neither.
 */
export async function loadScenarios(ground: GroundName): Promise<Part[]> {
  const place = ground === 'tools' ? new URL('tools/', folder) : folder;
  const files = readdirSync(place).filter((name) => name.endsWith('.ts'));
  const parts: Part[] = [];
  for (const file of files.sort()) {
    for (const [name, scenario] of await scenariosIn(new URL(file, place))) {
      if (!(scenario.grounds ?? [ground]).includes(ground)) continue;
      const { operators, tools = [undefined] } = scenario;
      for (const kind of operators)
        for (const tool of tools)
          parts.push({ name, kind, scenario, ...(tool === undefined ? {} : { tool }) });
    }
  }
  return parts;
}

async function scenariosIn(file: URL): Promise<[name: string, scenario: Scenario][]> {
  const found: { scenario?: Scenario; scenarios?: Record<string, Scenario> } = await import(file.href);
  if (found.scenarios !== undefined) return Object.entries(found.scenarios);
  if (found.scenario === undefined) throw new Error(`${file.pathname} exports no scenario`);
  return [[basename(file.pathname, '.ts'), found.scenario]];
}

/** `incident (helm3)`: what patterns pick by. */
export function titleOf({ name, kind, tool }: Part): string {
  return `${name} (${tool ?? kind})`;
}

/** These steps and the steps within them. */
export function stepsIn(steps: readonly Step[]): Step[] {
  return steps.flatMap((step): Step[] => {
    switch (step.do) {
      case 'together':
        return [step, ...step.steps.flatMap(stepsIn)];
      case 'atWrite':
        return [step, ...stepsIn(step.steps), ...stepsIn(step.during)];
      case 'warmgate':
      case 'release':
      case 'rollback':
        return [step, ...(step.at ?? []).flatMap((moment) => stepsIn(moment.steps))];
      default:
        return [step];
    }
  });
}

/** What the runs among them are called. */
export function runsIn(steps: readonly Step[]): string[] {
  return stepsIn(steps).flatMap((step) => {
    if (step.do === 'end') return [step.as];
    return step.do === 'warmgate' ? [step.as ?? step.args[0] ?? ''] : [];
  });
}
