import { apiVersionOf, type Kind, kinds } from '../model/kinds.ts';
import type { PatchType, Precondition } from './port.ts';

/** One request, before it is sent: where it goes, and what a second try of it would mean. */
export interface ApiRequest {
  verb: string;
  resource: string;
  namespace: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path and query. */
  path: string;
  contentType?: string;
  body?: object;
  write: boolean;
  /** May it be sent again when the first answer was lost? `unsent`: only when the server surely never acted on it. */
  repeat: 'always' | 'unsent';
}

export function listRequest(kind: Kind, namespace: string, query: Record<string, string> = {}): ApiRequest {
  return { ...read(kind, namespace), verb: 'list', path: path(kind, namespace, undefined, query) };
}

export function watchRequest(
  kind: Kind,
  namespace: string,
  resourceVersion: string,
  seconds: number,
): ApiRequest {
  const query = { watch: '1', resourceVersion, timeoutSeconds: String(seconds) };
  return { ...read(kind, namespace), verb: 'watch', path: path(kind, namespace, undefined, query) };
}

export function getRequest(kind: Kind, namespace: string, name: string): ApiRequest {
  return { ...read(kind, namespace), verb: 'get', path: path(kind, namespace, name) };
}

/** A create under a fixed name may be repeated: the second one meets AlreadyExists. Under `generateName` it would make two. */
export function createRequest(kind: Kind, namespace: string, object: object): ApiRequest {
  const named = typeof metadataOf(object).name === 'string';
  return {
    ...write('create', kind, namespace),
    method: 'POST',
    path: path(kind, namespace, undefined, { fieldManager: 'warmgate' }),
    contentType: 'application/json',
    body: { apiVersion: apiVersionOf(kind), kind, ...object },
    repeat: named ? 'always' : 'unsent',
  };
}

/** A patch that says the same when it is said twice, or that a resourceVersion guards, may be repeated. */
export function patchRequest(
  kind: Kind,
  namespace: string,
  name: string,
  type: PatchType,
  body: object,
): ApiRequest {
  return {
    ...write('patch', kind, namespace),
    method: 'PATCH',
    path: path(kind, namespace, name, { fieldManager: 'warmgate' }),
    contentType: contentTypes[type],
    body,
    repeat: type !== 'json' || testsVersion(body) ? 'always' : 'unsent',
  };
}

/** Background: dependents are the garbage collector's; the UID makes a second try harmless. */
export function deleteRequest(
  kind: Kind,
  namespace: string,
  name: string,
  precondition: Precondition,
): ApiRequest {
  return {
    ...write('delete', kind, namespace),
    method: 'DELETE',
    path: path(kind, namespace, name),
    contentType: 'application/json',
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy: 'Background',
      preconditions: precondition,
    },
    repeat: 'always',
  };
}

/** A review asks a question by POST and stores nothing. */
export function reviewRequest(group: string, resource: string, body: object): ApiRequest {
  return {
    verb: 'create',
    resource,
    namespace: '',
    method: 'POST',
    path: `/apis/${group}/v1/${resource}`,
    contentType: 'application/json',
    body,
    write: false,
    repeat: 'always',
  };
}

/** Anything else that is only read. */
export function readRequest(resource: string, namespace: string, where: string): ApiRequest {
  return { verb: 'get', resource, namespace, method: 'GET', path: where, write: false, repeat: 'always' };
}

/** A JSON patch whose `test` on the resourceVersion stops it when the object moved. */
export function testsVersion(body: object | undefined): boolean {
  return Array.isArray(body) && body.some((o) => o?.op === 'test' && o?.path === '/metadata/resourceVersion');
}

const contentTypes: Record<PatchType, string> = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
};

function read(kind: Kind, namespace: string): Omit<ApiRequest, 'verb' | 'path'> {
  return { resource: kinds[kind].plural, namespace, method: 'GET', write: false, repeat: 'always' };
}

function write(
  verb: string,
  kind: Kind,
  namespace: string,
): Pick<ApiRequest, 'verb' | 'resource' | 'namespace' | 'write'> {
  return { verb, resource: kinds[kind].plural, namespace, write: true };
}

function path(kind: Kind, namespace: string, name?: string, query: Record<string, string> = {}): string {
  const root = kinds[kind].group === '' ? '/api' : '/apis';
  const search = new URLSearchParams(query).toString();
  const parts = ['namespaces', namespace, kinds[kind].plural, ...(name === undefined ? [] : [name])];
  const rest = parts.map(encodeURIComponent).join('/');
  return `${root}/${apiVersionOf(kind)}/${rest}${search === '' ? '' : `?${search}`}`;
}

function metadataOf(object: object): { name?: unknown } {
  return (object as { metadata?: { name?: unknown } }).metadata ?? {};
}
