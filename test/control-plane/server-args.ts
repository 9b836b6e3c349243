import { join } from 'node:path';

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
