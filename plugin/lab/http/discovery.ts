import { isRecord } from '../../model/foreign.ts';
import type { AccessTable } from '../api/access.ts';
import { groupVersionOf, type Resource, resources } from '../api/resources.ts';
import { refuse } from '../api/status-error.ts';

export type Installed = (group: string) => boolean;

/** Answers of `/api`, `/apis`, `/api/v1`, `/apis/<group>/<version>`, `/version` and the health paths; undefined: unknown. */
export function discover(path: string, installed: Installed): object | string | undefined {
  const known = fixed[path];
  if (known !== undefined) return known;
  const served = resources.filter((resource) => installed(resource.group));
  const groups = groupsOf(served);
  if (path === '/apis') return { kind: 'APIGroupList', apiVersion: 'v1', groups };
  const [, root, group, version] = path.split('/');
  const one = groups.find(({ name }) => root === 'apis' && name === group);
  if (one !== undefined && !version) return { kind: 'APIGroup', apiVersion: 'v1', ...one };
  const groupVersion = root === 'api' ? group : root === 'apis' ? `${group}/${version}` : undefined;
  const rows = served.filter((resource) => groupVersionOf(resource) === groupVersion);
  if (rows.length === 0 && groupVersion !== undefined && !reviewGroups.includes(groupVersion))
    return undefined;
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: rows.flatMap(resourceRows) };
}

const reviewGroups = ['authorization.k8s.io/v1', 'authentication.k8s.io/v1'];

const fixed: Record<string, object | string> = {
  '/version': { major: '1', minor: '36', gitVersion: 'v1.36.3', platform: 'linux/amd64' },
  '/api': { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] },
  '/healthz': 'ok',
  '/readyz': 'ok',
  '/livez': 'ok',
};

function groupsOf(served: readonly Resource[]): Group[] {
  const versions = [...new Set([...served.map(groupVersionOf), ...reviewGroups])].filter((gv) =>
    gv.includes('/'),
  );
  const groups = versions.map((groupVersion) => {
    const [name = '', version = ''] = groupVersion.split('/');
    const row = { groupVersion, version };
    return { name, versions: [row], preferredVersion: row };
  });
  return mergeByName(groups);
}

type Group = { name: string; versions: object[]; preferredVersion: object };

function mergeByName(groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const known = merged.get(group.name);
    merged.set(group.name, known ? { ...known, versions: [...known.versions, ...group.versions] } : group);
  }
  return [...merged.values()];
}

/** As kubectl abbreviates. */
const shortNames: Readonly<Record<string, string>> = {
  ConfigMap: 'cm',
  Deployment: 'deploy',
  Event: 'ev',
  Namespace: 'ns',
  PersistentVolumeClaim: 'pvc',
  Pod: 'po',
  ReplicaSet: 'rs',
  Service: 'svc',
};

const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

function resourceRows(resource: Resource): object[] {
  const { plural: name, kind, namespaced } = resource;
  const short = shortNames[kind];
  const bare = { name, singularName: kind.toLowerCase(), namespaced, kind, verbs };
  const row = short === undefined ? bare : { ...bare, shortNames: [short] };
  const status = { ...bare, name: `${name}/status`, singularName: '', verbs: ['get', 'patch', 'update'] };
  return resource.status ? [row, status] : [row];
}

/**
 * Answers `selfsubjectaccessreviews` and `selfsubjectreviews`, which everybody may ask; undefined for another path.
 * https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-access-review-v1/
 */
export function review(path: string, body: unknown, user: string, access: AccessTable): object | undefined {
  if (path === '/apis/authentication.k8s.io/v1/selfsubjectreviews') {
    const status = { userInfo: { username: user, groups: ['system:authenticated'] } };
    return { kind: 'SelfSubjectReview', apiVersion: 'authentication.k8s.io/v1', metadata: {}, status };
  }
  if (path !== '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews') return undefined;
  const spec = isRecord(body) && isRecord(body.spec) ? body.spec : {};
  const asked = spec.resourceAttributes;
  if (!isRecord(asked)) throw refuse.badRequest('spec.resourceAttributes is required');
  const text = (field: string): string => String(asked[field] ?? '');
  const resource =
    text('subresource') === '' ? text('resource') : `${text('resource')}/${text('subresource')}`;
  const allowed = access.may(user, {
    verb: text('verb'),
    group: text('group'),
    resource,
    namespace: text('namespace'),
    name: text('name'),
  });
  return {
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec,
    status: { allowed },
  };
}
