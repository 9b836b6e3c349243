import type { KubeObject } from '../../model/kube.ts';
import type { Resource } from './resources.ts';
import { refuse } from './status-error.ts';

const namePattern = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
const labelPattern = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** The rules of the real server that a writer of these kinds can break. Throws StatusError 422. */
export function validate(resource: Resource, object: KubeObject): void {
  const { name, labels, ownerReferences, annotations } = object.metadata;
  const limit = resource.kind === 'Service' || resource.kind === 'Namespace' ? 63 : 253;
  const bad = (field: string, why: string) => refuse.invalid(resource, name, field, why);
  if (!namePattern.test(name) || name.length > limit)
    throw bad('metadata.name', `Invalid value: "${name}": not a valid name`);
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (typeof value !== 'string' || value.length > 63 || !labelPattern.test(value))
      throw bad(
        'metadata.labels',
        `Invalid value: "${value}": a valid label must be 63 characters at most (${key})`,
      );
  }
  for (const [key, value] of Object.entries(annotations ?? {})) {
    if (typeof value !== 'string') throw bad('metadata.annotations', `Invalid value: ${key} is no string`);
  }
  checkOwners(ownerReferences ?? [], bad);
  if (resource.kind === 'AppDefinition' && object.spec?.minInstances > object.spec?.maxInstances)
    throw bad('spec', 'Invalid value: "object": minInstances must not be above maxInstances');
}

function checkOwners(
  references: NonNullable<KubeObject['metadata']['ownerReferences']>,
  bad: (field: string, why: string) => Error,
): void {
  for (const [i, reference] of references.entries()) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (typeof reference[field] !== 'string' || reference[field] === '')
        throw bad(`metadata.ownerReferences[${i}].${field}`, 'Invalid value: "": must not be empty');
    }
  }
  if (references.filter((reference) => reference.controller === true).length > 1)
    throw bad(
      'metadata.ownerReferences',
      'Invalid value: only one reference can have Controller set to true',
    );
}
