import type { KubeObject } from '../model/kube.ts';
import { containersOf } from './deployment.ts';

/** Leader election of the operator, in its own namespace (docs/theia-cloud.md#leader-election). */
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

/** Arguments that only Theia Cloud's operator takes: they tell its container from one that stands beside it. */
const telling = /^--(eagerStart|keycloak|serviceUrl|instancesHost|sessionsPerUser|leaderLeaseDuration)/;

/**
 * Reads the operator's Deployment or one of its ReplicaSets; undefined when no container shows such arguments: then
 * nothing may be concluded from the absence of one.
 */
export function operatorArguments(workload: KubeObject): OperatorArguments | undefined {
  const shown = containersOf(workload).map(({ image, args }) => ({ image, args: args.flatMap(words) }));
  const container = shown.find(({ args }) => args.some((arg) => telling.test(arg)));
  if (container === undefined) return undefined;
  const { image, args } = container;
  return {
    eagerStart: isSet(args, '--eagerStart'),
    keycloak: isSet(args, '--keycloak'),
    image,
    all: args,
  };
}

/** A shell's command line is one argument. */
function words(arg: string): string[] {
  return arg.split(/\s+/).filter((word) => word !== '');
}

function isSet(args: string[], flag: string): boolean {
  return args.some((arg, at) => {
    if (arg === flag) return args[at + 1] !== 'false';
    return arg.startsWith(`${flag}=`) && arg !== `${flag}=false`;
  });
}
