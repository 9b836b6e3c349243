import type { Kind } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';

/** One list of one kind: the objects, the list's resourceVersion, and the server's clock when it answered. */
export interface Listed {
  items: KubeObject[];
  resourceVersion: string;
  /** Milliseconds since 1970 by the server's `Date` header (whole seconds). */
  serverTime: number;
}

export type PatchType = 'merge' | 'strategic' | 'json';

/** What an answer of the API server, or the lack of one, means to whoever asked. */
export type ApiErrorKind =
  | 'notFound'
  | 'conflict'
  | 'forbidden'
  | 'unauthorized'
  | 'invalid'
  | 'busy'
  | 'unreachable';

/**
 * The only shape in which a foreign error leaves `cluster/`.
 * `reason` is the API's own machine-readable reason (`NotFound`, `Conflict`, ...) or a socket code, never its text.
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly reason: string;
  readonly verb: string;
  readonly resource: string;
  readonly namespace: string;

  constructor(fields: {
    kind: ApiErrorKind;
    status: number;
    reason: string;
    verb: string;
    resource: string;
    namespace: string;
  }) {
    super(`${fields.verb} ${fields.resource}: ${fields.reason}`);
    this.name = 'ApiError';
    this.kind = fields.kind;
    this.status = fields.status;
    this.reason = fields.reason;
    this.verb = fields.verb;
    this.resource = fields.resource;
    this.namespace = fields.namespace;
  }
}

/** Conditions on a delete; the server answers 409 when they don't hold. */
export interface Precondition {
  uid: string;
  resourceVersion?: string;
}

/** One access question of a SelfSubjectAccessReview. `group` '' is core. */
export interface Access {
  verb: string;
  group: string;
  resource: string;
  namespace: string;
}

/**
 * Everything that warmgate asks of a cluster. Every request has a time limit; 429, 5xx, resets and 410 are retried
 * with jitter inside the deadline given at construction; all failures are {@link ApiError}.
 */
export interface Cluster {
  /** `https://host:port`, for the report. */
  readonly server: string;
  readonly context: string;
  /** Requests sent so far, writes among them, for the report. */
  readonly traffic: () => { requests: number; writes: number };
  list(kind: Kind, namespace: string, labelSelector?: string): Promise<Listed>;
  /** Undefined when the object is not there. */
  get(kind: Kind, namespace: string, name: string): Promise<KubeObject | undefined>;
  create(kind: Kind, namespace: string, object: object): Promise<KubeObject>;
  /** Sends `fieldManager=warmgate`. A `resourceVersion` inside the patch makes the server answer 409 when it moved. */
  patch(kind: Kind, namespace: string, name: string, type: PatchType, body: object): Promise<KubeObject>;
  delete(kind: Kind, namespace: string, name: string, precondition: Precondition): Promise<void>;
  /** Resolves when anything of these kinds changed or `timeoutMs` (server time) passed; never throws. */
  wake(kinds: readonly Kind[], namespace: string, timeoutMs: number): Promise<void>;
  may(access: Access): Promise<boolean>;
  /** The account the server sees, `system:serviceaccount:<ns>:<name>` or a user name; empty when it does not say. */
  whoAmI(): Promise<string>;
  /** True: there; false: 404. Throws ApiError 'forbidden' when it may not be read. */
  namespaceExists(namespace: string): Promise<boolean>;
  /** Last lines of a container's log, or undefined when they may not be read. */
  log(namespace: string, pod: string, container: string, lines: number): Promise<string | undefined>;
}

/** Time as the cluster counts it. In the lab it runs faster than the wall's. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` of this clock, or at once when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
