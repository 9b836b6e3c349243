import { isRecord } from './foreign.ts';
import type { KubeObject, ManagedField, ObjectMeta, OwnerReference } from './kube.ts';

/**
 * Foreign JSON as the object that {@link KubeObject} promises; undefined where it has no kind or no name. Metadata and data in
 * another form than the API gives them are left out, `null` for "not set" too; spec and status stay what they are.
 * The very same object where nothing is wrong.
 */
export function wellFormed(value: unknown): KubeObject | undefined {
  if (typeof value === 'object' && value !== null && right.has(value)) return value as KubeObject;
  if (!isRecord(value) || typeof value.kind !== 'string') return undefined;
  if (!isRecord(value.metadata) || typeof value.metadata.name !== 'string') return undefined;
  const metadata = repaired(value.metadata, metaFields, { uid: '' });
  const data = value.data === undefined ? undefined : texts(value.data);
  const apiVersion = typeof value.apiVersion === 'string' ? value.apiVersion : '';
  if (metadata === value.metadata && data === value.data && apiVersion === value.apiVersion) {
    right.add(value);
    return value as unknown as KubeObject;
  }
  const { data: _, ...rest } = value;
  return { ...rest, apiVersion, metadata, ...(data === undefined ? {} : { data }) } as unknown as KubeObject;
}

/** Objects that were looked at and are right: nobody changes an object, so one that comes again is right again. */
const right = new WeakSet<object>();

/** The value itself where its form is right, a repaired copy, or undefined where there is nothing to keep. */
type Check = (value: unknown) => unknown;

const metaFields = rows<ObjectMeta>({
  name: text,
  namespace: text,
  uid: text,
  resourceVersion: text,
  generation: (value) => (Number.isSafeInteger(value) ? value : undefined),
  creationTimestamp: text,
  deletionTimestamp: text,
  labels: texts,
  annotations: texts,
  ownerReferences: listOf(complete<OwnerReference>(['apiVersion', 'kind', 'name', 'uid'])),
  finalizers: listOf(text),
  managedFields: listOf(
    fields<ManagedField>({ manager: text, operation: text, subresource: text, time: text }),
  ),
});

function repaired(
  value: Record<string, unknown>,
  checks: readonly (readonly [string, Check])[],
  needed: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const [key, check] of checks) {
    const given = value[key];
    const good = (given === undefined ? undefined : check(given)) ?? needed[key];
    if (good === given) continue;
    copy ??= { ...value };
    if (good === undefined) delete copy[key];
    else copy[key] = good;
  }
  return copy ?? value;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  for (const key in value) {
    if (typeof value[key] === 'string') continue;
    const good = Object.entries(value).filter(([, each]) => typeof each === 'string');
    return Object.fromEntries(good) as Record<string, string>;
  }
  return value as Record<string, string>;
}

function listOf(check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    if (value.every((each) => each !== undefined && check(each) === each)) return value;
    return value.map(check).filter((each) => each !== undefined);
  };
}

/** A record that has all of these texts; anything less is no such thing. */
function complete<T>(keys: readonly (keyof T & string)[]): Check {
  return (value) =>
    isRecord(value) && keys.every((key) => typeof value[key] === 'string') ? value : undefined;
}

function fields<T>(checks: Readonly<Record<keyof T & string, Check>>): Check {
  const known = rows<T>(checks);
  return (value) => (isRecord(value) ? repaired(value, known) : undefined);
}

/** Taken apart once, since every object of every look goes through them. */
function rows<T>(checks: Readonly<Record<keyof T & string, Check>>): [string, Check][] {
  return Object.entries(checks);
}
