import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../model/kube.ts';
import type { Resource } from './resources.ts';
import { refuse } from './status-error.ts';

const namePattern = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;
const labelPattern = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;

/** The rules of the real server that a writer of these kinds can break. `before` is undefined at a create. Throws StatusError 422. */
export function validate(resource: Resource, object: KubeObject, before?: KubeObject): void {
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
  if (resource.kind === 'Deployment') checkSelector(object, before, bad);
  if (resource.kind === 'AppDefinition' && object.spec?.minInstances > object.spec?.maxInstances)
    throw bad('spec', 'Invalid value: "object": minInstances must not be above maxInstances');
}

type Bad = (field: string, why: string) => Error;

function checkSelector(deployment: KubeObject, before: KubeObject | undefined, bad: Bad): void {
  const { selector, template } = deployment.spec ?? {};
  if (before !== undefined && !isDeepStrictEqual(before.spec?.selector, selector))
    throw bad('spec.selector', 'Invalid value: field is immutable');
  const labels = template?.metadata?.labels ?? {};
  const wanted = Object.entries(selector?.matchLabels ?? {});
  if (wanted.length === 0) throw bad('spec.selector', 'Required value');
  if (wanted.some(([key, value]) => labels[key] !== value))
    throw bad('spec.template.metadata.labels', 'Invalid value: `selector` does not match template `labels`');
}

function checkOwners(references: NonNullable<KubeObject['metadata']['ownerReferences']>, bad: Bad): void {
  for (const reference of references) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      if (typeof reference[field] !== 'string' || reference[field] === '')
        throw bad(`metadata.ownerReferences.${field}`, 'Invalid value: "": must not be empty');
    }
  }
  const controllers = references.filter((reference) => reference.controller === true);
  if (controllers.length < 2) return;
  const names = controllers.map(({ kind, name }) => `${kind}/${name}`).join(' and ');
  throw bad(
    'metadata.ownerReferences',
    `Invalid value: ${JSON.stringify(references)}: Only one reference can have Controller set to true. ` +
      `Found "true" in references for ${names}`,
  );
}
