import { findResource, type Resource } from '../resources.ts';

/** What a request is about. `resource` is undefined where nothing of that name is served. */
export interface RequestTarget {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly resource: Resource | undefined;
  /** '' for cluster-wide resources and for all namespaces. */
  readonly namespace: string;
  /** '' for the collection. */
  readonly name: string;
  readonly subresource: string;
  readonly verb: string;
}

/** Reads `/api/v1/…` and `/apis/<group>/<version>/…`; undefined for any other path, discovery too. */
export function parseTarget(method: string, url: URL): RequestTarget | undefined {
  const steps = url.pathname
    .split('/')
    .filter((step) => step !== '')
    .map(decodeURIComponent);
  const core = steps[0] === 'api';
  if (!core && steps[0] !== 'apis') return undefined;
  const [group, version, rest] = core ? ['', steps[1], steps.slice(2)] : [steps[1], steps[2], steps.slice(3)];
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  const scoped = rest[0] === 'namespaces' && rest.length > 2 && !ofNamespace.has(rest[2] ?? '');
  const namespace = scoped ? (rest[1] ?? '') : '';
  const [plural = '', name = '', subresource = ''] = scoped ? rest.slice(2) : rest;
  const resource = findResource(group, version, plural);
  return { group, version, plural, resource, namespace, name, subresource, verb: verbOf(method, name, url) };
}

const ofNamespace = new Set(['status', 'finalize']);

function verbOf(method: string, name: string, url: URL): string {
  const watch = ['true', '1'].includes(url.searchParams.get('watch') ?? '');
  if (method === 'GET') return watch ? 'watch' : name === '' ? 'list' : 'get';
  if (method === 'DELETE') return name === '' ? 'deletecollection' : 'delete';
  return { POST: 'create', PUT: 'update', PATCH: 'patch' }[method] ?? '';
}
