import type { KubeObject } from '../../model/kube.ts';
import type { Lab } from '../lab.ts';
import { installOperator, operatorArguments } from '../operator/install.ts';
import { type RunningOperator, startOperator } from '../operator/operator.ts';
import { startLab } from '../start-lab.ts';
import { groundwork } from './objects.ts';

/** A lab with an operator that can be restarted, and somebody at a keyboard. */
export interface Stage {
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

export async function openStage(scale: number): Promise<Stage> {
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
