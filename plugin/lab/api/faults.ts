/** What a request runs into. Times are milliseconds of the lab's clock. */
export type Fault =
  /** Refused with this status; a `retryAfter` in seconds becomes the header. */
  | { readonly type: 'status'; readonly code: number; readonly retryAfter?: number }
  /** 410 Expired; on a watch as an ERROR event. */
  | { readonly type: 'gone' }
  | { readonly type: 'conflict' }
  /** No answer until the client or the lab gives up; nothing is applied. */
  | { readonly type: 'hang' }
  /** The write is applied, then no answer. */
  | { readonly type: 'hangAfter' }
  /** The connection is reset before anything is applied. */
  | { readonly type: 'reset' }
  /** The write is applied, then the connection is reset. */
  | { readonly type: 'resetAfter' }
  | { readonly type: 'delay'; readonly ms: number };

/** One request as rules see it. */
export interface Attempt {
  readonly verb: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: string;
}

export interface FaultRule {
  readonly verb?: string | readonly string[];
  readonly kind?: string | readonly string[];
  readonly name?: string | RegExp;
  readonly user?: string;
  /** How many requests it hits; without it all. */
  readonly times?: number;
  /** How many matching requests pass first. */
  readonly skip?: number;
  /** From 0 to 1; without it every match. */
  readonly probability?: number;
  readonly fault: Fault;
}

export type WriteHook = (attempt: Attempt) => void | Promise<void>;

export interface Faults {
  /** Adds a rule; the function returned takes it away. The first rule that hits decides. */
  add(rule: FaultRule): () => void;
  clear(): void;
  /**
   * Calls the hook at the n-th write request from now (of `user`, where given): after it was applied and before it is
   * answered, or with phase `before` ahead of both.
   */
  onWrite(n: number, hook: WriteHook, options?: { user?: string; phase?: 'before' | 'after' }): void;
  pick(attempt: Attempt): Fault | undefined;
  /** The hooks due around this write. */
  hooks(attempt: Attempt): { before: readonly WriteHook[]; after: readonly WriteHook[] };
}

export function createFaults(random: () => number): Faults {
  let rules: { rule: FaultRule; seen: number; hits: number }[] = [];
  let waiting: { left: number; hook: WriteHook; user: string | undefined; phase: 'before' | 'after' }[] = [];
  return {
    add: (rule) => {
      const row = { rule, seen: 0, hits: 0 };
      rules.push(row);
      return () => {
        rules = rules.filter((other) => other !== row);
      };
    },
    clear: () => {
      rules = [];
      waiting = [];
    },
    onWrite: (n, hook, { user, phase = 'after' } = {}) => {
      waiting.push({ left: n, hook, user, phase });
    },
    pick: (attempt) => {
      for (const row of rules) {
        if (!hits(row.rule, attempt)) continue;
        row.seen += 1;
        if (row.seen <= (row.rule.skip ?? 0) || row.hits >= (row.rule.times ?? Infinity)) continue;
        if (random() >= (row.rule.probability ?? 1)) continue;
        row.hits += 1;
        return row.rule.fault;
      }
      return undefined;
    },
    hooks: (attempt) => {
      for (const row of waiting) if (row.user === undefined || row.user === attempt.user) row.left -= 1;
      const due = waiting.filter((row) => row.left === 0);
      waiting = waiting.filter((row) => row.left > 0);
      const of = (phase: string) => due.filter((row) => row.phase === phase).map((row) => row.hook);
      return { before: of('before'), after: of('after') };
    },
  };
}

function hits(rule: FaultRule, attempt: Attempt): boolean {
  const named = (wanted: string | readonly string[] | undefined, value: string): boolean =>
    wanted === undefined || (typeof wanted === 'string' ? wanted === value : wanted.includes(value));
  const name = rule.name;
  return (
    named(rule.verb, attempt.verb) &&
    named(rule.kind, attempt.kind) &&
    named(rule.user, attempt.user) &&
    (name === undefined || (typeof name === 'string' ? name === attempt.name : name.test(attempt.name)))
  );
}
