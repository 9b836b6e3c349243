import { newestTime } from '../../../plugin/lab/cluster.ts';
import { type Lab, type LabOptions, startLab } from '../../../plugin/lab/lab.ts';
import {
  type OperatorOptions,
  type RunningOperator,
  startOperator,
} from '../../../plugin/lab/operator/operator.ts';
import type { KubeObject } from '../../../plugin/model/kube.ts';

/** A lab with what the operator needs beside AppDefinitions, and operators in it that end with it. */
export interface Stage {
  lab: Lab;
  /** Lines of all operators, in order. */
  lines: string[];
  operate(options?: Partial<OperatorOptions>): Promise<RunningOperator>;
  /** A write as somebody at a keyboard makes it. */
  patch(kind: string, name: string, body: object): void;
  remove(kind: string, name: string): void;
  create(kind: string, object: object): KubeObject;
  get(kind: string, name: string): KubeObject | undefined;
  objects(): KubeObject[];
}

const caller = { user: 'somebody', manager: 'kubectl' };
const namespace = 'theia';

export const sharedRoute: KubeObject = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'theia-cloud-demo-ws-route', namespace, uid: '' },
  spec: { parentRefs: [{ name: 'gateway' }], hostnames: ['instances.example.test'], rules: [] },
};

export const proxySource: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'oauth2-proxy-config', namespace, uid: '' },
  data: { 'oauth2-proxy.cfg': 'redirect_url="https://placeholder-host/oauth2/callback"' },
};

/** Runs a story in a lab that holds these objects; whatever becomes of it, nothing is left running. */
export async function onStage(
  objects: readonly KubeObject[],
  story: (stage: Stage) => Promise<void>,
  options: LabOptions & { without?: 'route' | 'proxySource' } = {},
): Promise<void> {
  const start = objects.length === 0 ? {} : { start: newestTime(objects) };
  const lab = await startLab({ scale: 20, minDelay: 20, maxDelay: 90, ...start, ...options });
  const operators: RunningOperator[] = [];
  const lines: string[] = [];
  lab.load(objects);
  if (options.without !== 'route') lab.put(sharedRoute);
  if (options.without !== 'proxySource') lab.put(proxySource);
  try {
    await story({
      lab,
      lines,
      operate: async (more = {}) => {
        const operator = startOperator({
          kind: 'ensure-on-added',
          server: lab.kubeconfigFor('operator'),
          namespace,
          clock: lab.clock,
          log: (line) => lines.push(line),
          ...more,
        });
        operators.push(operator);
        await operator.whenQuiet(1000);
        await untilStill(lab);
        return operator;
      },
      patch: (kind, name, body) => void lab.api.patch(caller, { kind, namespace, name }, 'merge', body),
      remove: (kind, name) => void lab.api.remove(caller, { kind, namespace, name }),
      create: (kind, object) => lab.api.create(caller, kind, namespace, object),
      get: (kind, name) => lab.store.get(kind, namespace, name),
      objects: () =>
        [
          'AppDefinition',
          'Session',
          'Service',
          'ConfigMap',
          'Deployment',
          'PersistentVolumeClaim',
          'Pod',
          'HTTPRoute',
        ].flatMap((kind) => lab.objects(kind, namespace)),
    });
  } finally {
    for (const operator of operators) operator.kill();
    await lab.stop();
  }
}

/**
 * Waits until nothing but Leases was written for a second, or 20 s are over. An edit of a claim or a release that meets the
 * first status of a Deployment fails for good, as it does in a real cluster: no story here is about that.
 */
async function untilStill({ store, clock }: Lab): Promise<void> {
  const deadline = clock.now() + 20_000;
  let still = 0;
  const end = store.subscribe(({ kind }) => {
    if (kind !== 'Lease') still = 0;
  });
  // Counted in turns of the clock: a machine that stood still for a moment has seen no stillness.
  for (; still < 20 && clock.now() < deadline; still += 1) await clock.sleep(50);
  end();
}
