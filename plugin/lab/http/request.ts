import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KubeObject } from '../../model/kube.ts';
import type { AccessTable, Question } from '../api/access.ts';
import type { Api } from '../api/api.ts';
import type { Audit } from '../api/audit.ts';
import type { Caller } from '../api/caller.ts';
import type { Faults } from '../api/faults.ts';
import { findResource, type Resource } from '../api/resources.ts';
import { refuse, StatusError } from '../api/status-error.ts';
import type { Store } from '../api/store.ts';
import type { Installed } from './discovery.ts';

/** Lines of a container's log; undefined where the container never ran. */
export type LogSource = (pod: KubeObject, container: string) => string | undefined;

/** What the routes are made of. */
export interface RouteParts {
  readonly store: Store;
  readonly api: Api;
  readonly audit: Audit;
  readonly faults: Faults;
  readonly access: AccessTable;
  readonly users: Users;
  readonly installed: Installed;
  readonly log: LogSource;
  /** Lab time over wall time. */
  readonly scale: number;
  /** Both in milliseconds of the lab's clock. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/** One request, read. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly target: RequestTarget;
  readonly kind: string;
  readonly caller: Caller;
  readonly body: unknown;
}

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

/** Who stands behind a token. */
interface Users {
  /** The token of a user, made at the first call. */
  tokenOf(user: string): string;
  /** The user of a request: by token, without one by its User-Agent. Throws StatusError 401 for an unknown token. */
  callerOf(request: IncomingMessage, fieldManager: string | null): Caller;
}

export function createUsers(): Users {
  const tokens = new Map<string, string>();
  const names = new Map<string, string>();
  return {
    tokenOf: (user) => {
      const token = tokens.get(user) ?? randomUUID();
      tokens.set(user, token);
      names.set(token, user);
      return token;
    },
    callerOf: (request, fieldManager) => {
      const agent = (request.headers['user-agent'] ?? '').split(/[/\s]/)[0] || 'unknown';
      const manager = fieldManager || agent;
      const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
      if (scheme === '' || scheme === undefined) return { user: agent, manager };
      const user = names.get(token);
      if (user === undefined) throw refuse.unauthorized();
      return { user, manager };
    },
  };
}

/** Throws StatusError 403 in the real server's words where the user may not do this. */
export function checkAccess(access: AccessTable, user: string, target: RequestTarget): void {
  const { group, namespace, name, verb } = target;
  const resource = target.subresource === '' ? target.plural : `${target.plural}/${target.subresource}`;
  const about = target.plural === 'namespaces' && group === '' ? name : namespace;
  const question: Question = { verb, group, resource, namespace: about, name };
  if (access.may(user, question)) return;
  const qualified = group === '' ? target.plural : `${target.plural}.${group}`;
  const subject = name === '' ? `${qualified} is forbidden` : `${qualified} "${name}" is forbidden`;
  const where = about === '' ? 'at the cluster scope' : `in the namespace "${about}"`;
  throw new StatusError(
    403,
    'Forbidden',
    `${subject}: User "${user}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`,
    { ...(name === '' ? {} : { name }), ...(group === '' ? {} : { group }), kind: target.plural },
  );
}
