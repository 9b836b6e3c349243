import { operatorDeployment as deploymentName } from '../../theia/operator.ts';
import type { OperatorKind } from '../../theia/reconcile/kinds.ts';
import { RequestFailed } from '../../theia/reconcile/requests.ts';
import { createClient } from './client.ts';
import { readAccess, type ServerAccess } from './server.ts';

export interface OperatorDeployment {
  kind: OperatorKind;
  /** Arguments of the operator's process, as `operatorArguments` makes them. */
  args: readonly string[];
  image: string;
  replicas?: number;
}

/** The arguments that say what the pool looks like (theia-cloud.md section 1, Operator arguments that matter). */
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
  const client = createClient(typeof server === 'string' ? readAccess(server) : server, namespace);
  const object = operatorDeployment(deployment) as { spec: object };
  try {
    await client.create('Deployment', object).catch(async (error: unknown) => {
      if (!(error instanceof RequestFailed) || error.status !== 409) throw error;
      await client.patch('Deployment', deploymentName, { spec: object.spec });
    });
    if (!rolledOut) return;
    const { metadata } = (await client.get('Deployment', deploymentName)) ?? { metadata: { generation: 1 } };
    const count = deployment.replicas ?? 1;
    const status = {
      observedGeneration: metadata.generation,
      replicas: count,
      updatedReplicas: count,
      readyReplicas: count,
      availableReplicas: count,
    };
    await client.patch('Deployment', deploymentName, { status }, 'status');
  } finally {
    client.destroy();
  }
}
