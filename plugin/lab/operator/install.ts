import { operatorDeployment as deploymentName } from '../../theia/operator.ts';
import type { OperatorKind } from '../../theia/reconcile/kinds.ts';
import { RequestFailed } from '../../theia/reconcile/requests.ts';
import { readAccess, type ServerAccess } from './access.ts';
import { httpConnection } from './http-connection.ts';

export interface OperatorDeployment {
  kind: OperatorKind;
  /** Arguments of the operator's process, as `operatorArguments` makes them. */
  args: readonly string[];
  image: string;
  replicas?: number;
}

/** The arguments that say what the pool looks like (docs/theia-cloud.md#operator-arguments). */
export function operatorArguments({
  keycloak = true,
  eagerStart = true,
  sessionsPerUser,
}: {
  keycloak?: boolean;
  eagerStart?: boolean;
  sessionsPerUser?: number;
} = {}): string[] {
  return [
    ...(eagerStart ? ['--eagerStart'] : []),
    ...(keycloak ? ['--keycloak', '--keycloakURL', 'https://keycloak.example.test/'] : []),
    '--serviceUrl',
    'https://service.example.test/service',
    ...(sessionsPerUser === undefined ? [] : ['--sessionsPerUser', String(sessionsPerUser)]),
    '--leaderLeaseDuration',
    '6',
    '--leaderRenewDeadline',
    '4',
    '--leaderRetryPeriod',
    '1',
  ];
}

/** The Deployment by which a cluster runs the operator; its pods are the cluster's own affair. */
export function operatorDeployment({ kind, args, image, replicas = 1 }: OperatorDeployment): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: deploymentName, labels: { app: 'operator' } },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'operator' } },
      template: {
        metadata: {
          labels: { app: 'operator' },
          annotations: { 'helm.sh/revision': '1', 'theia-cloud.io/lab-operator-kind': kind },
        },
        spec: { containers: [{ name: 'operator', image, args: [...args] }] },
      },
    },
  };
}

/**
 * Creates the operator's Deployment, or sets an existing one's spec. `rolledOut` writes the status as well, for a
 * cluster where nothing makes pods of it.
 */
export async function installOperator(
  server: string | ServerAccess,
  namespace: string,
  deployment: OperatorDeployment,
  { rolledOut = false }: { rolledOut?: boolean } = {},
): Promise<void> {
  const connection = httpConnection(typeof server === 'string' ? readAccess(server) : server, namespace);
  const { request } = connection;
  const named = { kind: 'Deployment', name: deploymentName } as const;
  const object = operatorDeployment(deployment) as { spec: object };
  try {
    await request({ verb: 'create', kind: 'Deployment', object }).catch((error: unknown) => {
      if (!(error instanceof RequestFailed) || error.status !== 409) throw error;
      return request({ verb: 'patch', ...named, body: { spec: object.spec } });
    });
    if (!rolledOut) return;
    const found = await request({ verb: 'get', ...named });
    const count = deployment.replicas ?? 1;
    const status = {
      observedGeneration: found?.metadata.generation ?? 1,
      replicas: count,
      updatedReplicas: count,
      readyReplicas: count,
      availableReplicas: count,
    };
    await request({ verb: 'patch', ...named, body: { status }, subresource: 'status' });
  } finally {
    connection.close();
  }
}
