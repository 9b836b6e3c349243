import type { KubeObject } from '../model/kube.ts';
import { containersOf } from './deployment.ts';

/** Leader election of the operator, in its own namespace (theia-cloud.md section 1). */
export const leaderLease = 'theia-cloud-operator-leaders';
export const operatorSelector = 'app=operator';
export const operatorDeployment = 'operator-deployment';

/** What the operator's arguments say about pools. */
export interface OperatorArguments {
  eagerStart: boolean;
  keycloak: boolean;
  image: string;
  /** All of them, for comparing two revisions. */
  all: string[];
}

/** Reads the operator's Deployment or one of its ReplicaSets; undefined when no container shows arguments. */
export function operatorArguments(workload: KubeObject): OperatorArguments | undefined {
  const container = containersOf(workload).find((each) => each.args.length > 0);
  if (container === undefined) return undefined;
  return {
    eagerStart: isSet(container.args, '--eagerStart'),
    keycloak: isSet(container.args, '--keycloak'),
    image: container.image,
    all: container.args,
  };
}

function isSet(args: string[], flag: string): boolean {
  return args.some((arg, at) => {
    if (arg === flag) return args[at + 1] !== 'false';
    return arg.startsWith(`${flag}=`) && arg !== `${flag}=false`;
  });
}
