import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { auditPolicy } from './audit.ts';

/** What the servers' arguments depend on. */
export interface ServerPlan {
  dir: string;
  etcdPort: number;
  etcdPeerPort: number;
  apiPort: number;
  controllersPort: number;
}

/** Controllers that the tests rely on; those for nodes, volumes, certificates and endpoints have nothing to do here. */
const controllers = [
  'cronjob-controller',
  'deployment-controller',
  'garbage-collector-controller',
  'job-controller',
  'namespace-controller',
  'persistentvolumeclaim-protection-controller',
  'replicaset-controller',
  'resourcequota-controller',
  'root-ca-certificate-publisher-controller',
  'serviceaccount-controller',
  'serviceaccount-token-controller',
  'ttl-after-finished-controller',
];

/** No fsync: the data is thrown away, and a slow disk must not make a test slow. */
export function etcdArgs(plan: ServerPlan): string[] {
  const client = `http://127.0.0.1:${plan.etcdPort}`;
  const peer = `http://127.0.0.1:${plan.etcdPeerPort}`;
  return [
    `--data-dir=${join(plan.dir, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
}

/** The range of cluster addresses is the widest allowed: one Service needs one, and pools of thousands are tested. */
export function apiServerArgs(plan: ServerPlan): string[] {
  const file = (name: string) => join(plan.dir, name);
  return [
    `--etcd-servers=http://127.0.0.1:${plan.etcdPort}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${plan.apiPort}`,
    `--cert-dir=${file('certs')}`,
    '--endpoint-reconciler-type=none',
    '--service-cluster-ip-range=10.96.0.0/12',
    '--authorization-mode=RBAC',
    `--token-auth-file=${file('tokens.csv')}`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${file('service-accounts.pub')}`,
    `--service-account-signing-key-file=${file('service-accounts.key')}`,
    `--audit-policy-file=${file('audit-policy.json')}`,
    `--audit-log-path=${file('audit.log')}`,
    '--audit-log-maxsize=100000',
    '--profiling=false',
  ];
}

/** Each controller has an account of its own, so the audit log tells the garbage collector from the others. */
export function controllerManagerArgs(plan: ServerPlan): string[] {
  const file = (name: string) => join(plan.dir, name);
  return [
    `--kubeconfig=${file('controllers.kubeconfig')}`,
    `--controllers=${controllers.join(',')}`,
    '--use-service-account-credentials=true',
    `--service-account-private-key-file=${file('service-accounts.key')}`,
    `--root-ca-file=${file('certs/apiserver.crt')}`,
    `--tls-cert-file=${file('certs/apiserver.crt')}`,
    `--tls-private-key-file=${file('certs/apiserver.key')}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    `--secure-port=${plan.controllersPort}`,
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
    '--concurrent-deployment-syncs=20',
    '--concurrent-replicaset-syncs=20',
    '--profiling=false',
  ];
}

/** Bearer tokens of the accounts that exist from the start. */
export interface Tokens {
  /** `test:admin`, may everything. */
  admin: string;
  /** `test:kubelet`, may everything: writes of the pretended kubelet are told apart by its name. */
  kubelet: string;
  /** `test:controllers`, the controller manager before it has accounts for its controllers. */
  controllers: string;
}

/** Writes what the API server reads at its start: keys for service accounts, the first accounts, the audit policy. */
export async function writeServerFiles(dir: string): Promise<Tokens> {
  const tokens = { admin: newToken(), kubelet: newToken(), controllers: newToken() };
  const keys = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const accounts = [
    `${tokens.admin},test:admin,admin,"system:masters"`,
    `${tokens.kubelet},test:kubelet,kubelet,"system:masters"`,
    `${tokens.controllers},test:controllers,controllers,"system:masters,test:control-plane"`,
  ];
  const files: Record<string, string> = {
    'tokens.csv': `${accounts.join('\n')}\n`,
    'service-accounts.key': keys.privateKey,
    'service-accounts.pub': keys.publicKey,
    'audit-policy.json': JSON.stringify(auditPolicy),
    'audit.log': '',
  };
  await mkdir(join(dir, 'certs'));
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(dir, name), text, { mode: 0o600 })),
  );
  return tokens;
}

function newToken(): string {
  return randomBytes(24).toString('hex');
}

/** Ports of 127.0.0.1 that nobody listens on now; all are held until the last is found, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(
        (server) =>
          new Promise<number>((resolve, reject) => {
            server.once('error', reject);
            server.listen(0, '127.0.0.1', () => {
              const address = server.address();
              if (address === null || typeof address === 'string') reject(new Error('no port'));
              else resolve(address.port);
            });
          }),
      ),
    );
  } finally {
    for (const server of servers) server.close();
  }
}
