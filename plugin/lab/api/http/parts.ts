import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessTable } from '../access.ts';
import type { Api } from '../api.ts';
import type { Audit } from '../audit.ts';
import type { Caller } from '../context.ts';
import type { Faults } from '../faults.ts';
import type { Store } from '../store.ts';
import type { Installed } from './discovery.ts';
import type { LogSource } from './log.ts';
import type { RequestTarget } from './target.ts';
import type { Users } from './users.ts';

/** What the routes are made of. */
export interface RouteParts {
  readonly store: Store;
  readonly api: Api;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly access: AccessTable;
  readonly users: Users;
  readonly installed: Installed;
  readonly log: LogSource;
  /** Lab time over wall time. */
  readonly scale: number;
  /** Both in milliseconds of the lab's clock. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** One request, read. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly target: RequestTarget;
  readonly kind: string;
  readonly caller: Caller;
  readonly body: unknown;
}
