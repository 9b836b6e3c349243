import type { Kind } from '../model/kinds.ts';
import type { ServerClock } from './clock.ts';
import type { Call } from './requests.ts';
import type { Credentials } from './credentials.ts';
import { stream } from './transport.ts';

export interface AlarmParts {
  clock: ServerClock;
  stop: AbortSignal;
  /**
   * Watches from a resourceVersion and calls `ring` at anything that comes. Resolves when the watch has ended:
   * true when it had been open, false when it could not be opened.
   */
  watch: (
    kind: Kind,
    namespace: string,
    from: string,
    ring: () => void,
    signal: AbortSignal,
  ) => Promise<boolean>;
  /** The collection's resourceVersion, for a kind that nobody has listed yet; undefined when it cannot be had. */
  version: (kind: Kind, namespace: string) => Promise<string | undefined>;
}

export interface Alarm {
  /** A list of this kind begins: what rang before is seen by it. Call the result with the list's resourceVersion. */
  listing(kind: Kind, namespace: string): (resourceVersion: string) => void;
  /** See `Cluster.wake`. */
  wake(kinds: readonly Kind[], namespace: string, timeoutMs: number): Promise<void>;
  close(): void;
}

interface Bell {
  version?: string;
  rung: boolean;
  open: boolean;
  /** Milliseconds of `clock.elapsed`; no watch is tried before. */
  closedUntil: number;
}

/** Shortest time of one `wake`, and how long a watch that could not be opened is left alone; ms of the cluster's clock. */
const shortestWake = 500;
const leftAlone = 15_000;

/**
 * Watches that stay open across looks and only ring. Lists are the truth; losing a watch costs nothing but sleep.
 * A kind that cannot be watched wakes nobody, so a missing `watch` permission never turns into a storm of lists.
 */
export function alarm({ clock, stop, watch, version }: AlarmParts): Alarm {
  const bells = new Map<string, Bell>();
  const ended = new AbortController();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const end = (): void => {
    ended.abort();
    tell();
  };
  stop.addEventListener('abort', end);

  const bellOf = (kind: Kind, namespace: string): Bell => {
    const key = `${kind}/${namespace}`;
    const bell = bells.get(key) ?? { rung: false, open: false, closedUntil: 0 };
    bells.set(key, bell);
    return bell;
  };
  const ring = (bell: Bell): void => {
    bell.rung = true;
    tell();
  };
  const open = async (bell: Bell, kind: Kind, namespace: string): Promise<void> => {
    if (bell.open || bell.closedUntil > clock.elapsed() || ended.signal.aborted) return;
    bell.open = true;
    try {
      const from = bell.version ?? (await version(kind, namespace));
      const was = from !== undefined && (await watch(kind, namespace, from, () => ring(bell), ended.signal));
      if (was) ring(bell);
      else bell.closedUntil = clock.elapsed() + leftAlone;
    } catch {
      bell.closedUntil = clock.elapsed() + leftAlone;
    } finally {
      bell.open = false;
    }
  };

  return {
    listing(kind, namespace) {
      const bell = bellOf(kind, namespace);
      bell.rung = false;
      return (resourceVersion) => {
        bell.version = resourceVersion;
      };
    },
    async wake(kinds, namespace, timeoutMs) {
      const begun = clock.elapsed();
      const watched = kinds.map((kind) => bellOf(kind, namespace));
      kinds.forEach((kind, at) => void open(watched[at] as Bell, kind, namespace));
      const woken = new AbortController();
      const look = (): void => {
        if (ended.signal.aborted || watched.some((bell) => bell.rung)) woken.abort();
      };
      listeners.add(look);
      look();
      await clock.sleep(timeoutMs, woken.signal);
      listeners.delete(look);
      await clock.sleep(Math.min(timeoutMs, shortestWake) - (clock.elapsed() - begun), ended.signal);
      for (const bell of watched) bell.rung = false;
    },
    close() {
      end();
      stop.removeEventListener('abort', end);
    },
  };
}

/**
 * Opens a watch and calls `ring` at every piece that arrives, unread. Ends with the server's stream, an error or `signal`.
 * True: it had been open, or the version was too old (410), so something may have changed unseen.
 */
export async function ringOn(
  credentials: Credentials,
  clock: ServerClock,
  call: Call,
  ring: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  let open = false;
  try {
    const answer = await stream(await credentials.line(), call, signal);
    clock.note(answer.date);
    open = answer.status === 200;
    for await (const _piece of answer.body) if (open) ring();
    return open || answer.status === 410;
  } catch {
    return open;
  }
}
