import { startChild } from '../harness/children.ts';
import type { HookSettings, Tool } from './releases.ts';

/** What one release shall bring. */
export interface ReleaseRequest {
  apps: readonly object[];
  operator: object | undefined;
  /** Undefined: no hooks in it. */
  hooks: HookSettings | undefined;
  rollBackOnFailure: boolean;
  retry: number;
  serverSide: boolean;
  tracking: 'annotation' | 'label';
  emptyAnnotations: boolean;
  without: { verb: string; resource: string } | undefined;
}

/** How a tool ended. */
export interface Outcome {
  ok: boolean;
  /** All that it said. */
  output: string;
  seconds: number;
}

export interface Deployment {
  done: Promise<Outcome>;
  /** What somebody at the tool can do to stop it. */
  terminate(): void;
}

export interface Difference {
  /** `Kind/name` of what is not Synced. */
  outOfSync: string[];
  output: string;
}

/** One release or application in one namespace, by one tool. */
export interface Deployer {
  release(request: ReleaseRequest): Promise<Deployment>;
  /** warmgate alone, beside the pools. @throws Error where the tool has no such thing */
  releaseBeside(hooks: HookSettings): Promise<Deployment>;
  /** @throws Error where the tool has no such thing */
  rollback(): Promise<Deployment>;
  /** Helm's word for the last revision; empty for Argo CD. */
  status(): Promise<string>;
  /** @throws Error where the tool has no such thing */
  diff(how: { tracking: 'annotation' | 'label'; serverSide: boolean }): Promise<Difference>;
}

/** What deployers work with: programs of this machine and a folder of their own. */
export interface Workshop {
  tool: Tool;
  helm: string;
  driver: string;
  kubeconfig: string;
  namespace: string;
  /** A folder for this namespace alone. */
  dir: string;
  /** The chart of pools, with warmgate's as its subchart. */
  chart: string;
  /** A folder with `warmgate` in it. */
  bin: string;
  /** Whole name of the hooks' image. */
  image: string;
  /** The program as one file. */
  program: string;
}

export const releaseName = 'demo';

/** Longest that any program may run, milliseconds: beyond it it is killed. */
const longestMs = 480_000;

/** Starts a program with this environment alone. It gets SIGKILL when this process ends. */
export function startProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  stop: NodeJS.Signals = 'SIGTERM',
): Deployment {
  const begun = performance.now();
  const child = startChild(command, args, { env, longestMs });
  const done = child.done.then(({ exit, all }): Outcome => {
    const how = typeof exit === 'number' ? '' : `\nended by ${exit}`;
    return { ok: exit === 0, output: all + how, seconds: (performance.now() - begun) / 1000 };
  });
  return { done, terminate: () => child.signal(stop) };
}
