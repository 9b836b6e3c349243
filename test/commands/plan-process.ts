import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Plan } from '../../plugin/forecast/plan.ts';
import { compileCache, programFile } from '../harness/program-file.ts';

export const incident: string = join(import.meta.dirname, '../fixtures/recordings/02-incident.json');

/** How a run of `plan` ended. */
export interface Done {
  exit: number | null;
  out: string;
  err: string;
}

/** Runs `plan` as a process of its own. */
export async function run(
  cwd: string,
  args: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Done> {
  const child = spawn(process.execPath, [programFile, 'plan', ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...compileCache, ...env },
    timeout: 40_000,
  });
  const done = { out: '', err: '' };
  for (const [stream, name] of [
    [child.stdout, 'out'],
    [child.stderr, 'err'],
  ] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      done[name] += text;
    });
  }
  child.stdin.end(input);
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { exit, ...done };
}

export function java(image: string, minInstances = 10): string {
  return `apiVersion: theia.cloud/v1beta11
kind: AppDefinition
metadata:
  name: java-25-latest
spec:
  name: java-25-latest
  image: ${image}
  port: 3000
  minInstances: ${minInstances}
`;
}

export const next: string = java('ghcr.io/example/thm-java-25:2.0.0');
export const fates = (plan: Plan): string[] =>
  plan.pools.flatMap(({ instances }) => instances.map(({ fate }) => fate));
