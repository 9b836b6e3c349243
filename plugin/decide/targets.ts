import type { InstanceAssessment, PoolAssessment } from '../model/assessment.ts';
import type { KubeObject } from '../model/kube.ts';
import type { Part } from '../model/parts.ts';
import { partKinds } from '../model/parts.ts';
import { instanceStates } from '../model/states.ts';
import type { Target } from '../model/steps.ts';

/** An object as the look saw it: a write that finds anything else is refused. */
export function targetOf(object: KubeObject): Target {
  const { name, uid, resourceVersion = '' } = object.metadata;
  return { kind: object.kind as Target['kind'], name, uid, resourceVersion };
}

export function onPart(part: Part) {
  const { kind, name, uid, resourceVersion } = targetOf(part.object);
  const base = { kind, name, uid, resourceVersion, part: part.kind };
  return part.sidecar === undefined ? base : { ...base, sidecar: part.sidecar };
}

/** Instances that a new session could get now, highest id first: the operator claims the lowest. */
export function freeInstances(pool: PoolAssessment): InstanceAssessment[] {
  return pool.instances
    .filter((each) => instanceStates[each.state].free && each.parts.length > 0)
    .sort((a, b) => b.id - a.id);
}

export function partsOf(instance: InstanceAssessment, kind: Part['kind']): Part[] {
  return instance.parts.filter((part) => part.kind === kind);
}

export function isMain(part: Part): boolean {
  return partKinds[part.kind].main;
}

export function isTerminating(part: Part): boolean {
  return part.object.metadata.deletionTimestamp !== undefined;
}
