import type { KubeObject } from '../../model/kube.ts';

export type WriteVerb = 'create' | 'update' | 'patch' | 'delete';

/** One write, refused ones too. */
export interface AuditEntry {
  /** Milliseconds of the lab's clock. */
  readonly at: number;
  readonly user: string;
  readonly verb: WriteVerb;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Of the object written; empty where there was none. */
  readonly uid: string;
  readonly subresource: string;
  /** The request's body as sent: patch, object or delete options. */
  readonly body: unknown;
  /** HTTP status. A reset or hung request that was not applied has 0. */
  readonly code: number;
  readonly before: KubeObject | undefined;
  /** Undefined when the object is gone, or the write was refused. */
  readonly after: KubeObject | undefined;
  /** False for refused writes and for those that changed nothing. */
  readonly changed: boolean;
}

export interface Audit {
  readonly writes: readonly AuditEntry[];
  /** Reads so far; without arguments of everybody and of every kind. */
  reads(filter?: { user?: string; kind?: string; verb?: string }): number;
  record(entry: AuditEntry): void;
  countRead(user: string, verb: string, kind: string): void;
  clear(): void;
}

export function createAudit(): Audit {
  const writes: AuditEntry[] = [];
  const reads = new Map<string, { user: string; verb: string; kind: string; count: number }>();
  return {
    writes,
    reads: (filter = {}) =>
      [...reads.values()]
        .filter((row) =>
          Object.entries(filter).every(([key, value]) => row[key as keyof typeof row] === value),
        )
        .reduce((sum, row) => sum + row.count, 0),
    record: (entry) => {
      writes.push(entry);
    },
    countRead: (user, verb, kind) => {
      const key = `${user}|${verb}|${kind}`;
      const row = reads.get(key) ?? { user, verb, kind, count: 0 };
      row.count += 1;
      reads.set(key, row);
    },
    clear: () => {
      writes.length = 0;
      reads.clear();
    },
  };
}
