/** A Kubernetes object as it is applied: plain, ready for JSON or YAML, its keys in the order in which one reads them. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace: string;
    labels: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}
