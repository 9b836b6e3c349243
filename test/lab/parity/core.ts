import { configMap, paths } from '../request.ts';
import { asJson, asMerge, asStrategic, type ParityRequest, references, send } from './parts.ts';

const { configmaps, sessions } = paths;
const one = `${configmaps}/one`;
/** Of a kind that nobody serves: the garbage collector cannot tell that it is not there, and keeps away. */
const owner = (uid: string, more: object = {}): object => ({
  apiVersion: 'example.test/v1',
  kind: 'Thing',
  name: 'two',
  uid,
  ...more,
});
const owners = (...list: object[]): object => ({ metadata: { ownerReferences: list } });
const ofOne = { of: one };

/** Reads, creates, patches of each type and deletes of one ConfigMap, in this order. */
export const coreRequests: readonly ParityRequest[] = [
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
    { ...asJson, ...ofOne, fields: ['data'] },
  ),
  send(
    'json patch, test fails',
    'PATCH',
    one,
    [{ op: 'test', path: '/metadata/resourceVersion', value: '1' }],
    { ...asJson, fields: ['reason'] },
  ),
  send('json patch, nothing to remove', 'PATCH', one, [{ op: 'remove', path: '/data/none' }], {
    ...asJson,
    fields: ['reason'],
  }),
  send(
    'json patch, old version put in',
    'PATCH',
    one,
    [{ op: 'replace', path: '/metadata/resourceVersion', value: '1' }],
    { ...asJson },
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
];
