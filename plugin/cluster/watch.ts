import type { Readable } from 'node:stream';
import type { Kind } from '../model/kinds.ts';
import type { ServerClock } from './clock.ts';
import type { Answer } from './errors.ts';
import { type ApiRequest, watchRequest } from './requests.ts';

export interface WatchParts {
  clock: ServerClock;
  /** Ends every watch and every wait. */
  stop: AbortSignal;
  /** Sends a watch; its stream ends with the server's, an error or `stop`. */
  open: (request: ApiRequest) => Promise<{ status: number; date: Answer['date']; body: Readable }>;
  /** The collection's resourceVersion, for a kind that nobody has listed yet; undefined when it cannot be had. */
  version: (kind: Kind, namespace: string) => Promise<string | undefined>;
}

export interface Watches {
  /** A list of this kind begins: it sees what changed before. Call the result with the list's resourceVersion. */
  listing(kind: Kind, namespace: string): (resourceVersion: string) => void;
  /** See `Cluster.wake`. */
  wake(kinds: readonly Kind[], namespace: string, timeoutMs: number): Promise<void>;
}

interface Watch {
  version?: string;
  changed: boolean;
  open: boolean;
  /** Milliseconds of `clock.elapsed`; it is not opened before. */
  retryAt: number;
}

/** Shortest time of one `wake`, and how long a watch that could not be opened is left alone; ms of the cluster's clock. */
const shortestWake = 500;
const retryAfter = 15_000;
const watchSeconds = 240;

/**
 * Watches that stay open across looks; only that something came counts, not what. Lists are the truth; losing a watch costs
 * nothing but sleep. A kind that cannot be watched wakes nobody, so a missing `watch` permission never makes a storm of lists.
 */
export function watches({ clock, stop, open, version }: WatchParts): Watches {
  const all = new Map<string, Watch>();
  const changes = new EventTarget();

  const watchOf = (kind: Kind, namespace: string): Watch => {
    const key = `${kind}/${namespace}`;
    const watch = all.get(key) ?? { changed: false, open: false, retryAt: 0 };
    all.set(key, watch);
    return watch;
  };
  const change = (watch: Watch): void => {
    watch.changed = true;
    changes.dispatchEvent(new Event('change'));
  };
  /** True: it was open, or the version was too old (410), so something may have changed unseen. */
  const follow = async (watch: Watch, request: ApiRequest): Promise<boolean> => {
    let wasOpen = false;
    try {
      const answer = await open(request);
      clock.note(answer.date);
      wasOpen = answer.status === 200;
      for await (const _piece of answer.body) if (wasOpen) change(watch);
      return wasOpen || answer.status === 410;
    } catch {
      return wasOpen;
    }
  };
  const keepOpen = async (watch: Watch, kind: Kind, namespace: string): Promise<void> => {
    if (watch.open || watch.retryAt > clock.elapsed() || stop.aborted) return;
    watch.open = true;
    const from = watch.version ?? (await version(kind, namespace).catch(() => undefined));
    const followed =
      from !== undefined && (await follow(watch, watchRequest(kind, namespace, from, watchSeconds)));
    watch.open = false;
    if (followed) change(watch);
    else watch.retryAt = clock.elapsed() + retryAfter;
  };

  return {
    listing(kind, namespace) {
      const watch = watchOf(kind, namespace);
      watch.changed = false;
      return (resourceVersion) => {
        watch.version = resourceVersion;
      };
    },
    async wake(kinds, namespace, timeoutMs) {
      const begun = clock.elapsed();
      const woken = new AbortController();
      const watched = kinds.map((kind) => watchOf(kind, namespace));
      const look = (): void => {
        if (watched.some(({ changed }) => changed)) woken.abort();
      };
      changes.addEventListener('change', look);
      kinds.forEach((kind, at) => void keepOpen(watched[at] as Watch, kind, namespace));
      look();
      await clock.sleep(timeoutMs, AbortSignal.any([woken.signal, stop]));
      changes.removeEventListener('change', look);
      await clock.sleep(Math.min(timeoutMs, shortestWake) - (clock.elapsed() - begun), stop);
      for (const watch of watched) watch.changed = false;
    },
  };
}
