/** Where a server or tool comes from: the folder with its go.mod, the module it pins, the package to build. */
export interface BinaryRow {
  readonly folder: string;
  readonly module: string;
  readonly package: string;
  /** Variables that the linker sets, each to the module's version: releases are linked the same way. */
  readonly stamps: (version: string) => Readonly<Record<string, string>>;
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
} as const satisfies Record<string, BinaryRow>;

export type BinaryName = keyof typeof binaries;

/** Without these the servers call themselves v0.0.0, and a chart's `kubeVersion` refuses them. */
function stampKubernetes(version: string): Record<string, string> {
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
