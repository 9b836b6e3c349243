import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../model/foreign.ts';
import type { KubeObject, ManagedField, ObjectMeta } from '../../model/kube.ts';
import { type Caller, stamp, type WriteContext } from './caller.ts';
import { keepAllocated } from './defaults.ts';
import { sameBut, without } from './json.ts';
import { groupVersionOf, type Resource } from './resources.ts';
import { refuse } from './status-error.ts';
import { validate } from './validate.ts';

/**
 * The object after a main or a status write, or `current` itself where nothing would change.
 * Throws StatusError 409 where the body's resourceVersion or UID is another one, 400 or 422 where it is no good.
 */
export function prepareUpdate(
  context: WriteContext,
  caller: Caller,
  resource: Resource,
  current: KubeObject,
  body: unknown,
  subresource: '' | 'status',
): KubeObject {
  const given = checkBody(resource, current, body);
  const next = subresource === 'status' ? statusOf(current, given) : mainOf(resource, current, given);
  if (isUnchanged(next, current)) return current;
  validate(resource, next, current);
  const counted = resource.generation && !isSameSpec(resource, next, current);
  const metadata: ObjectMeta = {
    ...next.metadata,
    ...(counted ? { generation: (current.metadata.generation ?? 0) + 1 } : {}),
    managedFields: afterWrite(
      current.metadata,
      groupVersionOf(resource),
      caller.manager,
      subresource,
      stamp(context.now()),
    ),
  };
  return { ...next, metadata };
}

/**
 * Throws StatusError 422 where a whole object of a kind that is never written blindly comes without resourceVersion,
 * 409 where it comes with the UID of another.
 */
export function checkWhole(resource: Resource, current: KubeObject, body: unknown): void {
  const metadata = isRecord(body) && isRecord(body.metadata) ? body.metadata : {};
  const { name, namespace, uid } = current.metadata;
  const prefix = resource.custom ? `${resource.group}/` : '';
  if ((resource.custom || resource.kind === 'Lease') && !metadata.resourceVersion)
    throw refuse.invalid(
      resource,
      name,
      'metadata.resourceVersion',
      'Invalid value: 0: must be specified for an update',
    );
  if (metadata.uid && metadata.uid !== uid)
    throw refuse.conflict(
      resource,
      name,
      `StorageError: invalid object, Code: 4, Key: /registry/${prefix}${resource.plural}/${namespace}/${name}, ` +
        `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${metadata.uid}, ` +
        `UID in object meta: ${uid}`,
    );
}

/** Throws StatusError 422 where a patch would change the UID. */
export function checkUid(resource: Resource, current: KubeObject, patched: unknown): void {
  const uid = isRecord(patched) && isRecord(patched.metadata) ? patched.metadata.uid : undefined;
  if (uid && uid !== current.metadata.uid)
    throw refuse.invalid(
      resource,
      current.metadata.name,
      'metadata.uid',
      `Invalid value: "${uid}": field is immutable`,
    );
}

function checkBody(resource: Resource, current: KubeObject, body: unknown): KubeObject {
  if (!isRecord(body) || !isRecord(body.metadata))
    throw refuse.badRequest('the body of the request is no object with metadata');
  const { name, resourceVersion } = body.metadata;
  const own = current.metadata;
  if (name !== undefined && name !== own.name)
    throw refuse.badRequest(
      `the name of the object (${name}) does not match the name on the URL (${own.name})`,
    );
  if (resourceVersion && resourceVersion !== own.resourceVersion) throw refuse.conflict(resource, own.name);
  return body as unknown as KubeObject;
}

function statusOf(current: KubeObject, given: KubeObject): KubeObject {
  return given.status === undefined ? without(current, 'status') : { ...current, status: given.status };
}

function mainOf(resource: Resource, current: KubeObject, given: KubeObject): KubeObject {
  const metadata: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given.metadata))
    if (!(lists.includes(field) && isEmpty(value))) metadata[field] = value;
  for (const field of serverOwned) {
    const value = current.metadata[field];
    if (value !== undefined) metadata[field] = value;
    else if (field in metadata) delete metadata[field];
  }
  const next = {
    ...without(given, 'status'),
    apiVersion: current.apiVersion,
    kind: current.kind,
    metadata: metadata as unknown as ObjectMeta,
  };
  const status = resource.status ? current.status : given.status;
  return keepAllocated(current, status === undefined ? next : { ...next, status });
}

const serverOwned = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds' as keyof ObjectMeta,
  'generation',
  'managedFields',
  'resourceVersion',
] as const;

const lists: readonly string[] = ['ownerReferences', 'finalizers', 'labels', 'annotations'];

function isEmpty(value: unknown): boolean {
  return value !== undefined && Object.keys(value ?? {}).length === 0;
}

function isUnchanged(next: KubeObject, current: KubeObject): boolean {
  return (
    sameBut(next, current, 'metadata') &&
    sameBut(next.metadata, current.metadata, 'managedFields', 'resourceVersion', 'generation')
  );
}

/** What a generation counts: of a custom resource all but metadata and status, of the others the spec. */
function isSameSpec({ custom }: Resource, next: KubeObject, current: KubeObject): boolean {
  return custom
    ? sameBut(next, current, 'metadata', 'status')
    : next.spec === current.spec || isDeepStrictEqual(next.spec, current.spec);
}

/**
 * The entries after one more write of a manager: its own (per subresource) moves to `time`, the others stay.
 * Field sets are left out; who wrote when is what the lab keeps.
 */
export function afterWrite(
  metadata: Pick<ObjectMeta, 'managedFields'>,
  apiVersion: string,
  manager: string,
  subresource: string,
  time: string,
): ManagedField[] {
  const own = (field: ManagedField): boolean =>
    field.manager === manager && field.operation === 'Update' && (field.subresource ?? '') === subresource;
  const entry = { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1: {} };
  return [
    ...(metadata.managedFields ?? []).filter((field) => !own(field)),
    subresource === '' ? entry : { ...entry, subresource },
  ];
}
