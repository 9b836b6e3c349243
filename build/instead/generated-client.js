/** Stands for what `KubeConfig.makeApiClient` alone would use. */
function notBundled() {
  throw new Error('the generated Kubernetes API classes are not in this build');
}

export const createConfiguration = notBundled;
export const ServerConfiguration = notBundled;
export const of = notBundled;
