import { operatorArguments, operatorDeployment } from '../../plugin/lab/operator/install.ts';
import { type RunningOperator, startOperator } from '../../plugin/lab/operator/operator.ts';
import { operatorDeployment as deploymentName } from '../../plugin/theia/operator.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile-kinds.ts';
import type { Ground } from './ground.ts';
import type { Given } from './scenario.ts';

/** The operator of one ground: its Deployment, which the cluster makes pods of, and the process behind it. */
export interface OperatorSeat {
  /** What it logged since the ground began. */
  readonly lines: readonly string[];
  /** Rolls its Deployment out and starts the process; resolves before it leads. */
  start(): Promise<void>;
  /** Ends it in order and scales its Deployment to 0. */
  stop(): Promise<void>;
  kill(): void;
  killLeader(): void;
  /** Resolves when a process leads and has been at nothing for 1.5 s; at once when none was started. */
  whenQuiet(): Promise<void>;
}

export function operatorSeat(
  ground: Ground,
  kind: OperatorKind,
  { keycloak = true, eagerStart = true, replicas = 1 }: NonNullable<Given['operator']>,
): OperatorSeat {
  const lines: string[] = [];
  let running: RunningOperator | undefined;
  let revision = 0;

  async function rollOut(count: number): Promise<void> {
    const args = operatorArguments({ keycloak, eagerStart });
    const image = `registry.example.test/operator:${kind}`;
    const object = operatorDeployment({ kind, args, image, replicas: count }) as Deployment;
    object.spec.template.metadata.annotations['helm.sh/revision'] = String(revision);
    if ((await ground.hands.get('Deployment', deploymentName)) === undefined)
      await ground.hands.create('Deployment', object);
    else await ground.hands.patch('Deployment', deploymentName, { spec: object.spec });
  }

  return {
    lines,
    start: async () => {
      revision += 1;
      await rollOut(replicas);
      running?.kill();
      running = startOperator({
        kind,
        server: ground.operatorAccess,
        namespace: ground.namespace,
        clock: ground.clock,
        keycloak,
        eagerStart,
        replicas,
        log: (line) => lines.push(line),
      });
    },
    stop: async () => {
      await running?.stop();
      running = undefined;
      await rollOut(0);
    },
    kill: () => {
      running?.kill();
      running = undefined;
    },
    killLeader: () => running?.contenders.find((contender) => contender.isLeader())?.kill(),
    whenQuiet: async () => running?.whenQuiet(),
  };
}

interface Deployment {
  spec: { template: { metadata: { annotations: Record<string, string> } } };
}
