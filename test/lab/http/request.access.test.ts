import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { configMap, merge, paths, request } from '../request.ts';

const user = 'system:serviceaccount:theia:warmgate';
let lab: Lab;
let headers: Record<string, string>;
test.before.each(async () => {
  lab = await startLab({ controllers: false });
  const file = parse(readFileSync(lab.kubeconfigFor(user), 'utf8'));
  headers = { authorization: `Bearer ${file.users[0].user.token}` };
});
test.after.each(() => lab.stop());

function may(verb: string, resource: string, more: object = {}): Promise<boolean> {
  const resourceAttributes = { verb, resource, group: '', namespace: 'theia', ...more };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  return request(lab, 'POST', path, { spec: { resourceAttributes } }, headers).then(({ code, body }) => {
    assert.is(code, 201);
    return body.status.allowed;
  });
}

test('a verb taken away is 403 in the words of the real server, and audited', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one'), headers);
  lab.access.deny(user, { verb: 'patch', resource: 'configmaps' });
  const patch = { data: { key: 'new' } };
  const { code, body } = await request(lab, 'PATCH', `${paths.configmaps}/one`, patch, {
    ...headers,
    ...merge,
  });
  assert.is(code, 403);
  assert.is(body.reason, 'Forbidden');
  assert.is(
    body.message,
    `configmaps "one" is forbidden: User "${user}" cannot patch resource "configmaps" in API group "" in the namespace "theia"`,
  );
  assert.equal(body.details, { name: 'one', kind: 'configmaps' });
  const { code: audited, user: who, changed, body: sent } = lab.audit.writes.at(-1)!;
  assert.equal([audited, who, changed, sent], [403, user, false, patch]);
});

test('a list that is not allowed is 403 without a name, before anybody looks whether the CRD is there', async () => {
  lab.access.deny(user, { group: 'theia.cloud' });
  const { code, body } = await request(lab, 'GET', paths.sessions, undefined, headers);
  assert.is(code, 403);
  assert.is(
    body.message,
    `sessions.theia.cloud is forbidden: User "${user}" cannot list resource "sessions" in API group "theia.cloud" in the namespace "theia"`,
  );
});

test('another user is not touched by it', async () => {
  lab.access.deny(user, { verb: 'list' });
  assert.is((await request(lab, 'GET', paths.pods)).code, 200);
  assert.is((await request(lab, 'GET', paths.pods, undefined, headers)).code, 403);
});

test('the access review says what a request would meet', async () => {
  assert.is(await may('patch', 'services'), true);
  lab.access.deny(user, { verb: 'patch', resource: 'services', namespace: 'theia' });
  assert.is(await may('patch', 'services'), false);
  assert.is(await may('patch', 'services', { namespace: 'other' }), true);
  assert.is(await may('get', 'pods', { subresource: 'log' }), true);
  lab.access.deny(user, { resource: 'pods/log' });
  assert.is(await may('get', 'pods', { subresource: 'log' }), false);
});

test('a user restricted to the rules of a Role may nothing else', async () => {
  lab.access.restrict(user, [
    { apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'create'], namespaces: ['theia'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get'], resourceNames: ['one'] },
  ]);
  assert.is((await request(lab, 'POST', paths.configmaps, configMap('one'), headers)).code, 201);
  assert.is((await request(lab, 'GET', `${paths.configmaps}/one`, undefined, headers)).code, 200);
  assert.is((await request(lab, 'GET', `${paths.configmaps}/two`, undefined, headers)).code, 403);
  assert.is((await request(lab, 'GET', '/api/v1/configmaps', undefined, headers)).code, 403);
  assert.is((await request(lab, 'GET', paths.pods, undefined, headers)).code, 403);
  lab.access.reset(user);
  assert.is((await request(lab, 'GET', paths.pods, undefined, headers)).code, 200);
});

test('a namespace is asked for under its own name', async () => {
  lab.access.deny(user, { resource: 'namespaces', verb: 'get' });
  const { code, body } = await request(lab, 'GET', '/api/v1/namespaces/theia', undefined, headers);
  assert.is(code, 403);
  assert.match(body.message, /cannot get resource "namespaces" in API group "" in the namespace "theia"$/);
});

test('the server says who one is: the token’s user, without a token the User-Agent', async () => {
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const { code, body } = await request(lab, 'POST', path, {}, headers);
  assert.is(code, 201);
  assert.is(body.status.userInfo.username, user);
  assert.is((await request(lab, 'POST', path, {})).body.status.userInfo.username, 'tester');
});

test('an unknown token is 401', async () => {
  const { code, body } = await request(lab, 'GET', paths.pods, undefined, { authorization: 'Bearer nobody' });
  assert.is(code, 401);
  assert.is(body.reason, 'Unauthorized');
});

test.run();
