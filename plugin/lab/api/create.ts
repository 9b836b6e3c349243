import { isRecord } from '../../model/foreign.ts';
import type { KubeObject, ObjectMeta } from '../../model/kube.ts';
import { type Caller, stamp, type WriteContext } from './caller.ts';
import { withDefaults } from './defaults.ts';
import { without } from './json.ts';
import { suffix, uuid } from './random.ts';
import { groupVersionOf, type Resource } from './resources.ts';
import { refuse, StatusError } from './status-error.ts';
import { afterWrite } from './update.ts';
import { validate } from './validate.ts';

/**
 * The object as it will be stored: UID, times, generation and defaults given, a status dropped where there is a
 * status subresource. Throws StatusError 400, 404 (namespace), 409 or 422.
 */
export function prepareCreate(
  context: WriteContext,
  caller: Caller,
  resource: Resource,
  namespace: string,
  body: unknown,
): KubeObject {
  const given = checkBody(resource, namespace, body);
  if (resource.namespaced && context.store.get('Namespace', '', namespace) === undefined)
    throw new StatusError(404, 'NotFound', `namespaces "${namespace}" not found`, {
      name: namespace,
      kind: 'namespaces',
    });
  const name = given.metadata.name ?? `${generateName(given)}${suffix(context.random)}`;
  const time = stamp(context.now());
  const apiVersion = groupVersionOf(resource);
  const metadata: ObjectMeta = {
    ...without(given.metadata, 'deletionTimestamp', 'managedFields', 'generation'),
    name,
    ...(resource.namespaced ? { namespace } : {}),
    uid: uuid(context.random),
    creationTimestamp: time,
    ...(resource.generation ? { generation: 1 } : {}),
    managedFields: afterWrite({}, apiVersion, caller.manager, '', time),
  };
  const bare = { ...given, apiVersion, kind: resource.kind, metadata } as KubeObject;
  const object = withDefaults(resource.status ? without(bare, 'status') : bare, context.random);
  validate(resource, object);
  if (context.store.get(resource.kind, resource.namespaced ? namespace : '', name) !== undefined)
    throw refuse.exists(resource, name);
  return object;
}

interface Given extends Record<string, unknown> {
  metadata: Partial<ObjectMeta> & { generateName?: string };
}

function checkBody(resource: Resource, namespace: string, body: unknown): Given {
  if (!isRecord(body) || !isRecord(body.metadata))
    throw refuse.badRequest('the body of the request is no object with metadata');
  const expected = groupVersionOf(resource);
  if (body.apiVersion !== undefined && body.apiVersion !== expected)
    throw refuse.badRequest(
      `the API version in the data (${body.apiVersion}) does not match the expected API version (${expected})`,
    );
  if (body.kind !== undefined && body.kind !== resource.kind)
    throw refuse.badRequest(`${body.kind} in the body, ${resource.kind} in the path`);
  const inner = body.metadata.namespace;
  if (resource.namespaced && inner !== undefined && inner !== namespace)
    throw refuse.badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  if (body.metadata.resourceVersion)
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created');
  return body as Given;
}

function generateName(given: Given): string {
  if (given.metadata.generateName === undefined) throw refuse.badRequest('name or generateName is required');
  return given.metadata.generateName.slice(0, 58);
}
