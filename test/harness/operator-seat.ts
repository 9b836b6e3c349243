import { operatorArguments, operatorDeployment } from '../../plugin/lab/operator/install.ts';
import { type OperatorPod, startOperatorPod } from '../../plugin/lab/operator/operator.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { operatorDeployment as deploymentName, leaderLease } from '../../plugin/theia/operator.ts';
import type { OperatorKind } from '../../plugin/theia/reconcile/kinds.ts';
import type { Ground } from './ground.ts';
import type { Given } from './scenario.ts';

/**
 * The operator of one ground: its Deployment, of which the cluster makes pods, and a process for each pod. A process lives
 * from its pod's start to its deletion, so a rollout by whomever restarts it.
 */
export interface OperatorSeat {
  /** What it logged since the ground began. */
  readonly lines: readonly string[];
  /** Whether it logged this since its last start. */
  says(text: string): boolean;
  /** Rolls its Deployment out; resolves before anybody leads. */
  start(): Promise<void>;
  /** Scales its Deployment to 0 and waits for the processes: they finish what they are at and give the Lease back. */
  stop(): Promise<void>;
  /** Like SIGKILL; pods, Deployment and Lease stay as they are. */
  kill(): void;
  killLeader(): void;
  /** It does nothing until it is started again; whoever looks at its Lease sees a leader. */
  freeze(): void;
  /** Resolves when a process leads and was at nothing for 2 s from now on. */
  whenQuiet(): Promise<void>;
  /** Ends everything, without a word to the cluster. */
  close(): Promise<void>;
}

export function operatorSeat(
  ground: Ground,
  kind: OperatorKind,
  given: Given['operator'] = {},
): OperatorSeat {
  const { keycloak = true, eagerStart = true, replicas = 1 } = given;
  const lines: string[] = [];
  const processes = new Map<string, OperatorPod>();
  let revision = 0;
  let since = 0;
  let closed = false;
  let thaw = new AbortController();

  const stopWatch = ground.watchPods((pod, gone) => {
    const { uid, deletionTimestamp, labels } = pod.metadata;
    if (labels?.app !== 'operator' || closed) return;
    const process = processes.get(uid);
    if (gone || deletionTimestamp !== undefined) {
      processes.delete(uid);
      void process?.stop();
    } else if (process === undefined && pod.spec?.nodeName !== undefined) processes.set(uid, run(pod));
  });

  function run(pod: KubeObject): OperatorPod {
    return startOperatorPod({
      kind,
      server: ground.operatorAccess,
      namespace: ground.namespace,
      clock: ground.clock,
      keycloak,
      eagerStart,
      log: (line) => lines.push(`${pod.metadata.name.slice(-5)}: ${line}`),
    });
  }

  async function rollOut(count: number): Promise<void> {
    const args = operatorArguments({ keycloak, eagerStart });
    const image = `registry.example.test/operator:${kind}`;
    const object = operatorDeployment({ kind, args, image, replicas: count }) as Deployment;
    object.spec.template.metadata.annotations['helm.sh/revision'] = String(revision);
    if ((await ground.hands.get('Deployment', deploymentName)) === undefined)
      await ground.hands.create('Deployment', object);
    else await ground.hands.patch('Deployment', deploymentName, { spec: object.spec });
  }

  async function until(what: string, holds: () => boolean, longestMs: number): Promise<void> {
    const deadline = ground.clock.now() + longestMs;
    while (!holds()) {
      if (ground.clock.now() > deadline)
        throw new Error(`the operator was never ${what}: ${lines.slice(-5).join('; ')}`);
      await ground.clock.sleep(100);
    }
  }

  const kill = (): void => {
    for (const process of processes.values()) process.kill();
  };

  async function keepLease(thawed: AbortSignal): Promise<void> {
    while (!thawed.aborted) {
      const renewTime = new Date(ground.clock.now()).toISOString().replace('Z', '000Z');
      await ground.hands.patch('Lease', leaderLease, { spec: { renewTime } }).catch(() => undefined);
      await ground.clock.sleep(1000, thawed);
    }
  }

  return {
    lines,
    says: (text) => lines.slice(since).some((line) => line.includes(text)),
    start: async () => {
      thaw.abort();
      revision += 1;
      since = lines.length;
      await rollOut(replicas);
    },
    stop: async () => {
      const ending = [...processes.values()];
      await rollOut(0);
      await until('down', () => processes.size === 0, 60_000);
      await Promise.all(ending.map((process) => process.stop()));
    },
    kill,
    killLeader: () => [...processes.values()].find((process) => process.isLeader())?.kill(),
    freeze: () => {
      kill();
      thaw = new AbortController();
      void keepLease(thaw.signal);
    },
    whenQuiet: async () => {
      const asked = ground.clock.now();
      const quietFor = (): number => Math.max(0, ...[...processes.values()].map((each) => each.quietFor()));
      await until('quiet', () => quietFor() >= quietMs && ground.clock.now() - asked >= quietMs, 120_000);
    },
    close: async () => {
      closed = true;
      thaw.abort();
      kill();
      await stopWatch();
    },
  };
}

const quietMs = 2000;

interface Deployment {
  spec: { template: { metadata: { annotations: Record<string, string> } } };
}
