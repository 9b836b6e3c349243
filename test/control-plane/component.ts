import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithUs } from '../harness/children.ts';

/** One server process of the control plane; it writes to `log`. */
export interface Component {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
  /** Undefined while it runs, then how it ended. */
  ended(): string | undefined;
  /** SIGTERM, after `graceMs` SIGKILL; resolves when it is gone. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts a server whose output goes to `<dir>/<name>.log`. */
export function startComponent(name: string, path: string, args: readonly string[], dir: string): Component {
  const log = join(dir, `${name}.log`);
  const out = openSync(log, 'a');
  const child = spawn(path, args, { cwd: dir, stdio: ['ignore', out, out] });
  closeSync(out);
  let ended: string | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = error.message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      ended = signal === null ? `exit code ${code}` : signal;
      resolve();
    });
  });
  endsWithUs(child);
  return {
    name,
    pid: child.pid ?? -1,
    log,
    ended: () => ended,
    stop: (graceMs = 5000) => end(child, gone, graceMs),
  };
}

/**
 * Resolves when `isHealthy` says so.
 *
 * @throws ComponentFailure when the component ends before, or `limitMs` pass
 */
export async function untilHealthy(
  component: Component,
  isHealthy: () => Promise<boolean>,
  limitMs: number,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const ended = component.ended();
    if (ended !== undefined) throw new ComponentFailure(component, `ended while starting (${ended})`);
    if (await isHealthy().catch(() => false)) return;
    if (Date.now() > deadline) throw new ComponentFailure(component, `not healthy after ${limitMs / 1000} s`);
    await sleep(50);
  }
}

/** A server that did not come up or went away; the message ends with the last lines of its log. */
export class ComponentFailure extends Error {
  /** Another process took the port between its choice and its use: worth another try. */
  readonly portTaken: boolean;

  constructor(component: Component, what: string) {
    const lines = readTail(component.log, 25);
    super(`${component.name}: ${what}. The end of its log:\n${lines}`);
    this.name = 'ComponentFailure';
    this.portTaken = lines.includes('address already in use');
  }
}

function readTail(path: string, lines: number): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
}

async function end(child: ChildProcess, gone: Promise<void>, graceMs: number): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(timer);
}
