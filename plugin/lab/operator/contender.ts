import { randomUUID } from 'node:crypto';
import { usualSettings } from '../../theia/templates/settings.ts';
import { createClient } from './client.ts';
import { type Context, Dead, pauseOn } from './context.ts';
import { election } from './election.ts';
import { type Life, life } from './life.ts';
import type { OperatorOptions } from './options.ts';
import { readAccess } from './server.ts';
import { usualTiming } from './timing.ts';

/** One pod of the operator: a process that is started again whenever it ends by itself. */
export interface Contender {
  isLeader(): boolean;
  quietFor(): number;
  /** Requests sent so far. */
  sent(): number;
  /** In order: no new work, the work under way is finished, the Lease given back. */
  stop(): Promise<void>;
  /** Like SIGKILL: from this moment on not one request is sent, whatever was under way. */
  kill(): void;
}

export function startContender(options: OperatorOptions): Contender {
  const timing = { ...usualTiming, ...options.timing };
  const access = typeof options.server === 'string' ? readAccess(options.server) : options.server;
  const over = new AbortController();
  let requests = 0;
  let current: Life | undefined;

  async function live(): Promise<void> {
    const process = new AbortController();
    const end = (): void => process.abort();
    over.signal.addEventListener('abort', end);
    const client = createClient(access, options.namespace);
    process.signal.addEventListener('abort', client.destroy);
    const context: Context = {
      kind: options.kind,
      namespace: options.namespace,
      client,
      settings: {
        ...usualSettings,
        keycloak: options.keycloak ?? true,
        generationLabels: options.kind !== 'upstream',
        ...options.settings,
      },
      eagerStart: options.eagerStart ?? true,
      sessionsPerUser: options.sessionsPerUser,
      pace: options.pace ?? 60,
      now: options.clock.now,
      pause: pauseOn(options.clock, process.signal),
      log: (line) => {
        if (!process.signal.aborted) options.log?.(line);
      },
    };
    if (over.signal.aborted) return;
    current = life(context, election(context, randomUUID(), timing), timing);
    try {
      await current.run();
    } catch (error) {
      if (!(error instanceof Dead)) context.log(`The operator ends: ${(error as Error).message}`);
    } finally {
      current = undefined;
      process.abort();
      requests += client.sent();
      over.signal.removeEventListener('abort', end);
    }
  }

  async function restartForEver(): Promise<void> {
    while (!over.signal.aborted) {
      await live();
      await options.clock.sleep(timing.restart, over.signal);
    }
  }

  void restartForEver();
  return {
    isLeader: () => current?.isLeader() ?? false,
    quietFor: () => current?.quietFor() ?? 0,
    sent: () => requests,
    kill: () => over.abort(),
    stop: async () => {
      await current?.finish().catch(() => undefined);
      over.abort();
    },
  };
}
