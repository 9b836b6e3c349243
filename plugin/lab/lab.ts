import type { KubeObject } from '../model/kube.ts';
import type { AccessTable } from './api/access.ts';
import type { Api } from './api/api.ts';
import type { Audit } from './api/audit.ts';
import type { Faults } from './api/faults.ts';
import type { Store } from './api/store.ts';
import type { ScaledClock } from './clock.ts';
import type { ControllerOptions } from './controllers/controllers.ts';
import type { Images } from './controllers/images.ts';
import type { LogSource } from './http/request.ts';
import type { ApiServer } from './http/server.ts';

export interface LabOptions extends ControllerOptions {
  /** Lab time over wall time; 1 by default. */
  readonly scale?: number;
  /** What the lab's clock shows at first, milliseconds since 1970; the wall's time by default. */
  readonly start?: number;
  readonly seed?: number;
  /** Made at first; the first one is the kubeconfig's. `theia` by default. */
  readonly namespaces?: readonly string[];
  /** API groups whose CRDs are not installed: `theia.cloud`, `gateway.networking.k8s.io`. */
  readonly notInstalled?: readonly string[];
  /** Milliseconds of lab time until a container of an image without a row of its own is ready; 1500 by default. */
  readonly readyAfter?: number;
  readonly log?: LogSource;
  /** False: no controllers; objects stay as they are written. */
  readonly machine?: boolean;
}

/** A running embedded cluster. */
export interface Lab {
  /** `http://127.0.0.1:<port>` */
  readonly server: string;
  /** Path of a kubeconfig for the user `lab-admin`. */
  readonly kubeconfig: string;
  /** Path of a kubeconfig for this user; the same user, the same file. */
  kubeconfigFor(user: string): string;
  readonly clock: ScaledClock;
  readonly api: Api;
  readonly store: Store;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly access: AccessTable;
  readonly images: Images;
  /** Stores an object verbatim (UID, owners, generation, status, times), its namespace too where it is missing. */
  put(object: KubeObject): KubeObject;
  load(objects: readonly KubeObject[]): void;
  objects(kind: string, namespace?: string): readonly KubeObject[];
  /** Environment for a client process: KUBECONFIG and the clock's scale. */
  environment(user?: string): Record<string, string>;
  /** Cuts all open connections; the server goes on. */
  cut: ApiServer['cut'];
  stop(): Promise<void>;
}
