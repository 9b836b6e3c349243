/** Where a server or tool comes from: the folder with its go.mod, the module it pins, the package to build. */
export interface BinaryRow {
  readonly folder: string;
  readonly module: string;
  readonly package: string;
  /** Variables that the linker sets, as the project's own releases do; `versionOf` reads a module's version in go.mod. */
  readonly stamps: (versionOf: (module: string) => string) => Readonly<Record<string, string>>;
}

const kubernetes = { folder: 'kube', module: 'k8s.io/kubernetes', stamps: stampKubernetes } as const;

/** Versions are not here: each folder's go.mod has them, its go.sum their checksums. */
export const binaries = {
  etcd: {
    folder: 'etcd',
    module: 'go.etcd.io/etcd/server/v3',
    package: 'go.etcd.io/etcd/server/v3',
    stamps: () => ({}),
  },
  'kube-apiserver': { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  kubectl: { ...kubernetes, package: 'k8s.io/kubernetes/cmd/kubectl' },
  helm3: {
    folder: 'helm3',
    module: 'helm.sh/helm/v3',
    package: 'helm.sh/helm/v3/cmd/helm',
    stamps: stampHelm3,
  },
  helm4: {
    folder: 'helm4',
    module: 'helm.sh/helm/v4',
    package: 'helm.sh/helm/v4/cmd/helm',
    stamps: (versionOf) => ({ 'helm.sh/helm/v4/internal/version.version': versionOf('helm.sh/helm/v4') }),
  },
  /** Our own program over Argo CD's sync engine; its sources count as the versions of the others do. */
  'gitops-driver': {
    folder: 'gitops',
    module: 'github.com/argoproj/gitops-engine',
    package: '.',
    stamps: () => ({}),
  },
  /** Our own program over BuildKit's checks of a Dockerfile. */
  'dockerfile-check': {
    folder: 'buildkit',
    module: 'github.com/moby/buildkit',
    package: '.',
    stamps: () => ({}),
  },
} as const satisfies Record<string, BinaryRow>;

export type BinaryName = keyof typeof binaries;

/** Without these the servers call themselves v0.0.0, and a chart's `kubeVersion` refuses them. */
function stampKubernetes(versionOf: (module: string) => string): Record<string, string> {
  const version = versionOf('k8s.io/kubernetes');
  const [major = '', minor = ''] = version.slice(1).split('.');
  const stamps: Record<string, string> = {};
  for (const target of ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version']) {
    stamps[`${target}.gitVersion`] = version;
    stamps[`${target}.gitMajor`] = major;
    stamps[`${target}.gitMinor`] = minor;
    stamps[`${target}.gitTreeState`] = 'clean';
  }
  return stamps;
}

/** Unstamped, `helm template` takes the cluster for Kubernetes 1.20. client-go v0.N belongs to Kubernetes 1.N. */
function stampHelm3(versionOf: (module: string) => string): Record<string, string> {
  const [, minor = ''] = versionOf('k8s.io/client-go').split('.');
  const stamps: Record<string, string> = {
    'helm.sh/helm/v3/internal/version.version': versionOf('helm.sh/helm/v3'),
  };
  for (const target of ['helm.sh/helm/v3/pkg/lint/rules', 'helm.sh/helm/v3/pkg/chartutil']) {
    stamps[`${target}.k8sVersionMajor`] = '1';
    stamps[`${target}.k8sVersionMinor`] = minor;
  }
  return stamps;
}
