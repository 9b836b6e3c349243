import type { Assessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';

/** Everything that a plan is made from. */
export interface Situation {
  /** The namespace as it was seen. */
  assessment: Assessment;
  /** AppDefinitions that are there. */
  apps: readonly KubeObject[];
  /** Deployments, Services, ConfigMaps and PVCs that are there. */
  objects: readonly KubeObject[];
  manifests: readonly KubeObject[];
  /** AppDefinitions that the manifests lack are deleted. */
  prune: boolean;
  /** Names given with `--app`; empty: all. */
  only: readonly string[];
}
