import type { OperatorAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { History } from './history.ts';
import type { Survey } from './survey.ts';

/** What every rule may read: one look, and the looks before it. */
export interface Context extends Survey {
  operator: OperatorAssessment;
  history: History;
  options: AssessOptions;
}

/** What counts as converged, by the flags of the same names. */
export interface AssessOptions {
  /** Names given with `--app`; empty: all AppDefinitions that have a pool. */
  apps: readonly string[];
  requireReady: boolean;
  requireSameDigest: boolean;
  requireOperatorCurrent: boolean;
  /** Harm that the first look already showed is told apart from what this run did (verify); it is harm all the same. */
  tellHarmBefore: boolean;
  /** That harm is a warning: its session has nothing to gain from a release that fails. */
  acceptHarmBefore?: boolean;
}

/** A pool's target and the conventions that hold for it. */
export interface TargetContext extends Context {
  app: KubeObject;
  generation: number;
}

/** What can be told of a look before there is a history of it: which parts an instance must have. */
export type Conventions = Pick<Context, 'operator' | 'snapshot'>;
