import type { KubeObject } from '../../model/kube.ts';
import { owners } from '../owners.ts';
import type { PassStep } from './steps.ts';

/**
 * The objects after a step, as the API server would leave them: a create of a name that exists changes nothing
 * (409, logged, not retried) unless it is being deleted, a delete of one that is gone neither. New objects get the UID `planned/<kind>/<name>`.
 * Dependents of a deleted object are left where they are: collecting them is not the operator's work.
 */
export function applyStep(objects: readonly KubeObject[], step: PassStep): KubeObject[] {
  const isIt = ({ kind, metadata }: KubeObject): boolean => kind === step.kind && metadata.name === step.name;
  switch (step.act) {
    case 'create': {
      if (objects.some((object) => isIt(object) && object.metadata.deletionTimestamp === undefined))
        return [...objects];
      const metadata = { ...step.object.metadata, uid: `planned/${step.kind}/${step.name}` };
      return [...objects.filter((object) => !isIt(object)), { ...step.object, metadata }];
    }
    case 'delete':
      return objects.filter((object) => !isIt(object));
    case 'disown':
      return objects.map((object) => (isIt(object) ? without(object, step.owner) : object));
  }
}

export function applySteps(objects: readonly KubeObject[], steps: readonly PassStep[]): KubeObject[] {
  return steps.reduce<KubeObject[]>(applyStep, [...objects]);
}

function without(object: KubeObject, owner: string): KubeObject {
  const ownerReferences = owners(object).filter(({ uid }) => uid !== owner);
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}
