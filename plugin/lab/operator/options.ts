import type { Clock } from '../../cluster/port.ts';
import type { OperatorKind } from '../../theia/reconcile/kinds.ts';
import type { OperatorSettings } from '../../theia/templates/settings.ts';
import type { ServerAccess } from './server.ts';
import type { Timing } from './timing.ts';

export interface OperatorOptions {
  kind: OperatorKind;
  /** A kubeconfig's path, or where the server is. */
  server: string | ServerAccess;
  namespace: string;
  clock: Clock;
  /** @default true */
  keycloak?: boolean;
  /** False: no pool at all, every session starts lazily. @default true */
  eagerStart?: boolean;
  /** Undefined: no limit. */
  sessionsPerUser?: number;
  /** Processes that compete for the Lease. @default 1 */
  replicas?: number;
  /** Milliseconds of the clock for one object of a pass and one step of a claim. @default 60 */
  pace?: number;
  settings?: Partial<OperatorSettings>;
  timing?: Partial<Timing>;
  log?: (line: string) => void;
}
