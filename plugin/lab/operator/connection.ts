import type { KubeObject } from '../../model/kube.ts';
import type { OperatorObject, Request } from '../../theia/reconcile/requests.ts';

/** A request that goes to the API server. */
export type ServerRequest = Extract<Request, { verb: 'list' | 'get' | 'create' | 'patch' | 'delete' }>;

/** What came of it; an answer that is no success is a RequestFailed. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown };

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: KubeObject;
}

export interface Watcher {
  /** The server accepted. */
  opened(): void;
  event(event: WatchEvent): void;
  /** The server ended it; with an error it broke, or was never accepted. */
  ended(error?: Error): void;
}

/** One operator process's way to an API server, in one namespace: over HTTP, or inside the process. */
export interface Connection {
  /** Calls back once, during the call or later, unless the connection was closed meanwhile. Nothing is retried. */
  send(request: ServerRequest, answered: (outcome: Outcome) => void): void;
  /** From the given resourceVersion, or with all that is there as ADDED first. */
  watch(kind: OperatorObject, from: string, watcher: Watcher): void;
  /** At once: from now on nothing is sent and nothing calls back. */
  close(): void;
}
