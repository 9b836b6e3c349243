/** The parts of a Kubernetes object that warmgate reads. Unknown fields stay untouched. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read through the functions of theia/ only
  spec?: any;
  // biome-ignore lint/suspicious/noExplicitAny: foreign JSON, read through the functions of theia/ only
  status?: any;
  data?: Record<string, string>;
}

export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion?: string;
  generation?: number;
  /** RFC 3339, whole seconds. */
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedField[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedField {
  manager?: string;
  operation?: string;
  subresource?: string;
  /** RFC 3339, whole seconds: the last write of this manager. */
  time?: string;
}
