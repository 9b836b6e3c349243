import { appDefinition, configMap, deployment, paths } from '../request.ts';

/** One request that lab and real server must answer alike. `{uid}` and `{rv}` stand for those of the object at `of`. */
export interface ParityRequest {
  title: string;
  method: string;
  path: string;
  body?: unknown;
  type?: string;
  /** Path of an object that is read before, for `{uid}` and `{rv}` in the body. */
  of?: string;
  /** Fields of the answer to compare beside code, reason and message, as paths with dots. */
  fields?: readonly string[];
}

const { configmaps, appdefinitions, deployments, services, sessions, leases, pods, claims } = paths;
const one = `${configmaps}/one`;
const java = `${appdefinitions}/java`;
const ide = `${deployments}/ide`;
const svc = `${services}/svc`;
const mergeType = 'application/merge-patch+json';
const strategicType = 'application/strategic-merge-patch+json';
const jsonType = 'application/json-patch+json';

function send(
  title: string,
  method: string,
  path: string,
  body?: unknown,
  more: Partial<ParityRequest> = {},
): ParityRequest {
  return { title, method, path, ...(body === undefined ? {} : { body }), ...more };
}

const owner = (uid: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'two',
  uid,
  ...more,
});
const owners = (...list: object[]): object => ({ metadata: { ownerReferences: list } });
const ofOne = { of: one };
const asMerge = { type: mergeType };
const asStrategic = { type: strategicType };
const generation = ['metadata.generation'];
const references = ['metadata.ownerReferences'];

/** In this order, in a fresh namespace `theia`. */
export const parityRequests: readonly ParityRequest[] = [
  send('get nothing', 'GET', one),
  send('get no custom object', 'GET', `${sessions}/none`),
  send('create in no namespace', 'POST', '/api/v1/namespaces/nowhere/configmaps', configMap('one')),
  send('list in no namespace', 'GET', '/api/v1/namespaces/nowhere/configmaps', undefined, {
    fields: ['items', 'kind'],
  }),
  send('get no namespace', 'GET', '/api/v1/namespaces/nowhere'),
  send('an unknown group', 'GET', '/apis/nothing.test/v1/namespaces/theia/things'),
  send('an unknown resource', 'GET', '/apis/theia.cloud/v1beta11/namespaces/theia/things'),
  send('create', 'POST', configmaps, configMap('one'), { fields: ['kind', 'data', 'metadata.generation'] }),
  send('create again', 'POST', configmaps, configMap('one'), { fields: ['details'] }),
  send('create with resourceVersion', 'POST', configmaps, configMap('x', { resourceVersion: '1' })),
  send('create in another namespace', 'POST', configmaps, configMap('x', { namespace: 'other' })),
  send('create with a bad name', 'POST', configmaps, configMap('Bad_Name'), { fields: ['reason'] }),
  send('create with a bad label', 'POST', configmaps, configMap('x', { labels: { a: 'a@example.test' } }), {
    fields: ['reason'],
  }),
  send(
    'create with a reference without uid',
    'POST',
    configmaps,
    configMap('x', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p' }] }),
  ),
  send(
    'create two controllers',
    'POST',
    configmaps,
    configMap('x', { ownerReferences: [owner('a', { controller: true }), owner('b', { controller: true })] }),
  ),
  send('merge patch, nothing new', 'PATCH', one, { data: { key: 'value' } }, asMerge),
  send(
    'merge patch, old version',
    'PATCH',
    one,
    { metadata: { resourceVersion: '1' }, data: { key: 'new' } },
    asMerge,
  ),
  send(
    'merge patch, this version',
    'PATCH',
    one,
    { metadata: { resourceVersion: '{rv}' }, data: { key: 'new' } },
    { ...asMerge, ...ofOne, fields: ['data'] },
  ),
  send('merge patch, another uid', 'PATCH', one, { metadata: { uid: 'other' } }, asMerge),
  send('merge patch, another name', 'PATCH', one, { metadata: { name: 'two' } }, asMerge),
  send('merge patch, no object', 'PATCH', `${configmaps}/none`, { data: { a: 'b' } }, asMerge),
  send(
    'strategic patch, old version',
    'PATCH',
    one,
    { metadata: { resourceVersion: '1' }, data: { key: 'x' } },
    asStrategic,
  ),
  send('strategic patch, first owners', 'PATCH', one, owners(owner('a'), owner('b')), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, another owner', 'PATCH', one, owners(owner('c')), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, an owner that is there', 'PATCH', one, owners(owner('b', { name: 'new' })), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, two owners, one new', 'PATCH', one, owners(owner('b'), owner('d'), owner('a')), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, an owner off', 'PATCH', one, owners({ $patch: 'delete', uid: 'b' }), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, no such owner off', 'PATCH', one, owners({ $patch: 'delete', uid: 'zz' }), {
    ...asStrategic,
    fields: references,
  }),
  send('strategic patch, all owners replaced', 'PATCH', one, owners(owner('e'), { $patch: 'replace' }), {
    ...asStrategic,
    fields: references,
  }),
  send(
    'strategic patch, finalizers',
    'PATCH',
    one,
    { metadata: { finalizers: ['example.test/a', 'example.test/b'] } },
    { ...asStrategic, fields: ['metadata.finalizers'] },
  ),
  send(
    'strategic patch, a finalizer more',
    'PATCH',
    one,
    { metadata: { finalizers: ['example.test/c'] } },
    { ...asStrategic, fields: ['metadata.finalizers'] },
  ),
  send(
    'strategic patch, a finalizer off',
    'PATCH',
    one,
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.test/a'] } },
    { ...asStrategic, fields: ['metadata.finalizers'] },
  ),
  send(
    'merge patch, owners off',
    'PATCH',
    one,
    { metadata: { ownerReferences: null } },
    { ...asMerge, fields: references },
  ),
  send(
    'json patch, test holds',
    'PATCH',
    one,
    [
      { op: 'test', path: '/metadata/resourceVersion', value: '{rv}' },
      { op: 'add', path: '/data/more', value: 'x' },
    ],
    { type: jsonType, ...ofOne, fields: ['data'] },
  ),
  send(
    'json patch, test fails',
    'PATCH',
    one,
    [{ op: 'test', path: '/metadata/resourceVersion', value: '1' }],
    { type: jsonType, fields: ['reason'] },
  ),
  send('json patch, nothing to remove', 'PATCH', one, [{ op: 'remove', path: '/data/none' }], {
    type: jsonType,
    fields: ['reason'],
  }),
  send(
    'json patch, old version put in',
    'PATCH',
    one,
    [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }],
    { type: jsonType },
  ),
  send('a patch of no known type', 'PATCH', one, {}, { type: 'application/json', fields: ['reason'] }),
  send('put, old version', 'PUT', one, configMap('one', { resourceVersion: '1' })),
  send('put, no version', 'PUT', one, configMap('one', { finalizers: ['example.test/b'] }), {
    fields: ['data', 'metadata.finalizers'],
  }),
  send('put, another uid', 'PUT', one, configMap('one', { uid: 'other' })),
  send('delete, another uid', 'DELETE', one, { preconditions: { uid: 'other' } }),
  send(
    'delete, old version',
    'DELETE',
    one,
    { preconditions: { uid: '{uid}', resourceVersion: '1' } },
    ofOne,
  ),
  send(
    'delete with a finalizer',
    'DELETE',
    one,
    { preconditions: { uid: '{uid}' } },
    { ...ofOne, fields: ['kind', 'metadata.finalizers', 'metadata.deletionGracePeriodSeconds'] },
  ),
  send('delete once more', 'DELETE', one, undefined, { fields: ['kind'] }),
  send(
    'last finalizer off',
    'PATCH',
    one,
    { metadata: { finalizers: null } },
    { ...asMerge, fields: ['metadata.finalizers'] },
  ),
  send('gone', 'GET', one, undefined, { fields: ['details'] }),
  send('delete nothing', 'DELETE', one),
  send(
    'create a custom object',
    'POST',
    appdefinitions,
    { ...appDefinition('java'), status: { x: 1 } },
    { fields: [...generation, 'status', 'kind'] },
  ),
  send(
    'custom, minInstances above maxInstances',
    'PATCH',
    java,
    { spec: { minInstances: 99 } },
    { ...asMerge, fields: ['reason'] },
  ),
  send(
    'custom, strategic',
    'PATCH',
    java,
    { spec: { minInstances: 2 } },
    { ...asStrategic, fields: ['reason'] },
  ),
  send(
    'custom, metadata alone',
    'PATCH',
    java,
    { metadata: { annotations: { a: 'b' } } },
    { ...asMerge, fields: generation },
  ),
  send('custom, spec', 'PATCH', java, { spec: { minInstances: 2 } }, { ...asMerge, fields: generation }),
  send('custom, same spec', 'PATCH', java, { spec: { minInstances: 2 } }, { ...asMerge, fields: generation }),
  send(
    'custom, status by the main path',
    'PATCH',
    java,
    { status: { operatorStatus: 'X' } },
    { ...asMerge, fields: [...generation, 'status'] },
  ),
  send(
    'custom, spec by the status path',
    'PATCH',
    `${java}/status`,
    { spec: { minInstances: 3 }, metadata: { labels: { a: 'b' } }, status: { operatorStatus: 'X' } },
    { ...asMerge, fields: [...generation, 'status', 'spec.minInstances', 'metadata.labels'] },
  ),
  send('custom, put without version', 'PUT', java, appDefinition('java'), { fields: ['reason'] }),
  send('custom, put of an old version', 'PUT', java, appDefinition('java', {}, { resourceVersion: '1' })),
  send(
    'custom, put of another uid',
    'PUT',
    java,
    appDefinition('java', {}, { resourceVersion: '{rv}', uid: 'other' }),
    { of: java },
  ),
  send('custom, merge patch, another uid', 'PATCH', java, { metadata: { uid: 'other' } }, asMerge),
  send('custom, merge patch, old version', 'PATCH', java, { metadata: { resourceVersion: '1' } }, asMerge),
  send(
    'custom, delete, another uid',
    'DELETE',
    java,
    { preconditions: { uid: 'other' } },
    { fields: ['details'] },
  ),
  send('custom, delete, old version', 'DELETE', java, { preconditions: { resourceVersion: '1' } }),
  send('custom, unknown version of the group', 'GET', java.replace('v1beta11', 'v9')),
  send('custom list', 'GET', appdefinitions, undefined, {
    fields: ['kind', 'items.0.kind', 'items.0.apiVersion'],
  }),
  send(
    'lease',
    'POST',
    leases,
    { metadata: { name: 'hold' }, spec: { holderIdentity: 'me' } },
    { fields: ['spec', 'kind'] },
  ),
  send(
    'lease, put without version',
    'PUT',
    `${leases}/hold`,
    { metadata: { name: 'hold' }, spec: { holderIdentity: 'you' } },
    { fields: ['reason'] },
  ),
  send(
    'service',
    'POST',
    services,
    { metadata: { name: 'svc' }, spec: { ports: [{ name: 'http', port: 80 }] } },
    { fields: ['spec.ports.0.port', 'spec.ports.0.targetPort', 'spec.type', ...generation] },
  ),
  send(
    'service, ports by port',
    'PATCH',
    svc,
    { spec: { ports: [{ name: 'other', port: 81 }] } },
    { ...asStrategic, fields: ['spec.ports.0.port', 'spec.ports.1.port'] },
  ),
  send(
    'service, put without address',
    'PUT',
    svc,
    { metadata: { name: 'svc' }, spec: { ports: [{ port: 82 }] } },
    { fields: ['spec.ports.0.port'] },
  ),
  send('deployment', 'POST', deployments, deployment('ide', 'ide:1'), {
    fields: [...generation, 'spec.replicas', 'kind'],
  }),
  send(
    'deployment, metadata alone',
    'PATCH',
    ide,
    { metadata: { labels: { a: 'b' } } },
    { ...asStrategic, fields: generation },
  ),
  send(
    'deployment, image by container name',
    'PATCH',
    ide,
    { spec: { template: { spec: { containers: [{ name: 'ide', image: 'ide:2' }] } } } },
    { ...asStrategic, fields: [...generation, 'spec.template.spec.containers.0.image'] },
  ),
  send(
    'deployment, a container more',
    'PATCH',
    ide,
    { spec: { template: { spec: { containers: [{ name: 'proxy', image: 'proxy:1' }] } } } },
    {
      ...asStrategic,
      fields: ['spec.template.spec.containers.0.name', 'spec.template.spec.containers.1.name'],
    },
  ),
  send(
    'deployment, another selector',
    'PATCH',
    ide,
    { spec: { selector: { matchLabels: { app: 'x' } } } },
    { ...asMerge, fields: ['reason'] },
  ),
  send('deployment, list items have no kind', 'GET', deployments, undefined, {
    fields: ['kind', 'items.0.kind'],
  }),
  send(
    'claim',
    'POST',
    claims,
    {
      metadata: { name: 'ws' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    { fields: ['metadata.finalizers', 'status.phase', ...generation] },
  ),
  send('pod log of no pod', 'GET', `${pods}/none/log`),
  send('delete in the foreground', 'DELETE', `${java}?propagationPolicy=Foreground`, undefined, {
    fields: ['kind', 'metadata.finalizers', ...generation],
  }),
  send('delete of a deployment', 'DELETE', `${ide}?propagationPolicy=Orphan`, undefined, {
    fields: ['kind', 'metadata.finalizers', ...generation],
  }),
  send('label selector that cannot be read', 'GET', `${configmaps}?labelSelector=a%3Db%3Dc`, undefined, {
    fields: ['reason'],
  }),
];
