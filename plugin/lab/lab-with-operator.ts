import { apiVersionOf } from '../model/kinds.ts';
import type { KubeObject } from '../model/kube.ts';
import { type Lab, startLab } from './lab.ts';
import { installOperator, operatorArguments } from './operator/install.ts';
import { type RunningOperator, startOperator } from './operator/operator.ts';

/** What a namespace has before any pool: the shared route and the proxy's configuration (docs/theia-cloud.md#f8, #f9). */
export const groundwork: readonly { kind: string; object: object }[] = [
  {
    kind: 'HTTPRoute',
    object: {
      apiVersion: apiVersionOf('HTTPRoute'),
      kind: 'HTTPRoute',
      metadata: { name: 'theia-cloud-demo-ws-route' },
      spec: { parentRefs: [{ name: 'gateway' }], hostnames: ['instances.example.test'], rules: [] },
    },
  },
  {
    kind: 'ConfigMap',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'oauth2-proxy-config' },
      data: { 'oauth2-proxy.cfg': 'redirect_url="https://placeholder-host/oauth2/callback"' },
    },
  },
];

/** An AppDefinition like those of the recordings, without sidecars. */
export function appDefinition(name: string, image: string, minInstances: number): object {
  return {
    apiVersion: apiVersionOf('AppDefinition'),
    kind: 'AppDefinition',
    metadata: { name },
    spec: {
      name,
      image,
      imagePullPolicy: 'IfNotPresent',
      port: 3000,
      uid: 101,
      ingressname: 'theia-cloud-demo-ws-route',
      minInstances,
      maxInstances: Math.max(20, 2 * minInstances),
      timeout: 1440,
      requestsCpu: '100m',
      requestsMemory: '1000M',
      limitsCpu: '2',
      limitsMemory: '1200M',
    },
  };
}

export function session(name: string, app: string, user: string): object {
  return {
    apiVersion: apiVersionOf('Session'),
    kind: 'Session',
    metadata: { name },
    spec: { name, appDefinition: app, user },
  };
}

/** UID and allow-list of everything a Session's instance consists of, as one text for comparing. */
export function fingerprint(objects: readonly KubeObject[], session: KubeObject, id: number): string {
  const prefix = `instance-${id}-`;
  return objects
    .filter((object) => object.metadata.name.startsWith(prefix))
    .map(
      (object) =>
        `${object.kind} ${object.metadata.name} ${object.metadata.uid} ${object.data?.['authenticated-emails-list'] ?? ''}`,
    )
    .sort()
    .concat(session.metadata.uid)
    .join('\n');
}

/** A lab with an operator that can be restarted, and somebody at a keyboard. */
export interface LabWithOperator {
  lab: Lab;
  /** A rollout of the operator's Deployment; resolves when the new process leads and has nothing to do. */
  startOperator(): Promise<void>;
  stopOperator(): Promise<void>;
  create(kind: string, object: object): KubeObject;
  patch(kind: string, name: string, body: object): void;
  get(kind: string, name: string): KubeObject | undefined;
  objects(...kinds: string[]): KubeObject[];
  /** Resolves when it holds; rejects after a minute of the lab's clock. */
  until(what: string, holds: () => boolean): Promise<void>;
  end(): Promise<void>;
}

const namespace = 'theia';
const caller = { user: 'somebody', manager: 'kubectl' };

export async function startLabWithOperator(scale: number): Promise<LabWithOperator> {
  const lab = await startLab({ scale });
  const server = lab.kubeconfigFor('operator');
  let operator: RunningOperator | undefined;
  let revision = 0;
  for (const { kind, object } of groundwork) lab.api.create(caller, kind, namespace, object as KubeObject);
  return {
    lab,
    async startOperator() {
      revision += 1;
      const image = `ghcr.io/example/theia-cloud-operator:1.${revision}`;
      await installOperator(server, namespace, { kind: 'ensure-on-added', args: operatorArguments(), image });
      operator = startOperator({ kind: 'ensure-on-added', server, namespace, clock: lab.clock });
      await operator.whenQuiet(2500);
    },
    async stopOperator() {
      await operator?.stop();
      operator = undefined;
    },
    create: (kind, object) => lab.api.create(caller, kind, namespace, object as KubeObject),
    patch: (kind, name, body) => void lab.api.patch(caller, { kind, namespace, name }, 'merge', body),
    get: (kind, name) => lab.store.get(kind, namespace, name),
    objects: (...kinds) => kinds.flatMap((kind) => [...lab.objects(kind, namespace)]),
    async until(what, holds) {
      const deadline = lab.clock.now() + 60_000;
      while (!holds()) {
        if (lab.clock.now() > deadline) throw new Error(`waited a minute for: ${what}`);
        await lab.clock.sleep(200);
      }
    },
    async end() {
      operator?.kill();
      await lab.stop();
    },
  };
}
