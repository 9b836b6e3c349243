import { parseArgs } from 'node:util';
import type { OperatorKind } from '../../theia/reconcile/kinds.ts';
import { scaledClock } from '../clock.ts';
import { type RunningOperator, startOperator } from './operator.ts';

const operatorKinds: readonly OperatorKind[] = ['ensure-on-added', 'reconcile-on-added', 'upstream'];

/**
 * Runs an operator as a process of its own, so that it can be killed. Prints a line for whatever it does.
 * Arguments: `--kubeconfig PATH`, `--namespace NAME`, `--kind ensure-on-added|reconcile-on-added|upstream`,
 * `--replicas N`, `--pace MS`, `--sessions-per-user N`, `--no-keycloak`, `--no-eager-start`, and for a lab's time
 * `--scale N --epoch WALL:LAB` (the lab's clock read LAB ms when the wall's read WALL ms).
 * SIGTERM ends it in order.
 */
function serveOperator(argv: readonly string[]): RunningOperator {
  const { values } = parseArgs({
    args: [...argv],
    allowNegative: true,
    options: {
      kubeconfig: { type: 'string' },
      namespace: { type: 'string', default: 'theia' },
      kind: { type: 'string', default: 'ensure-on-added' },
      replicas: { type: 'string', default: '1' },
      pace: { type: 'string', default: '60' },
      'sessions-per-user': { type: 'string' },
      keycloak: { type: 'boolean', default: true },
      'eager-start': { type: 'boolean', default: true },
      scale: { type: 'string', default: '1' },
      epoch: { type: 'string' },
    },
  });
  const kind = operatorKinds.find((each) => each === values.kind);
  const server = values.kubeconfig ?? process.env.KUBECONFIG;
  if (kind === undefined || server === undefined) throw new Error('needs --kubeconfig and a known --kind');
  const limit = values['sessions-per-user'];
  const operator = startOperator({
    kind,
    server,
    namespace: values.namespace,
    clock: clockOf(Number(values.scale), values.epoch),
    replicas: Number(values.replicas),
    pace: Number(values.pace),
    keycloak: values.keycloak,
    eagerStart: values['eager-start'],
    ...(limit === undefined ? {} : { sessionsPerUser: Number(limit) }),
    log: (line) => process.stdout.write(`${line}\n`),
  });
  // The operator's timers keep no process alive.
  const alive = setInterval(() => undefined, 2 ** 30);
  process.once('SIGTERM', () => {
    void operator.stop().then(() => {
      clearInterval(alive);
      process.exit(0);
    });
  });
  return operator;
}

function clockOf(scale: number, epoch: string | undefined): ReturnType<typeof scaledClock> {
  const [wall, lab] = (epoch ?? '').split(':').map(Number);
  return wall === undefined || lab === undefined
    ? scaledClock({ scale })
    : scaledClock({ scale, wallStart: wall, start: lab });
}

if (import.meta.main) serveOperator(process.argv.slice(2));
