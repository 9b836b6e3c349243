import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { kinds } from '../../plugin/model/kinds.ts';
import { type Right, rightsOf } from '../../plugin/model/rights.ts';
import { lookedAt } from '../../plugin/model/snapshot.ts';
import { shippedObjects, shippedRules } from '../harness/shipped-role.ts';

const namespace = 'theia';

const rightOf = ({ verb, group, resource }: Right): string =>
  `${verb} ${resource}${group === '' ? '' : `.${group}`}`;

const granted = shippedRules().flatMap(({ apiGroups, resources, verbs }) =>
  apiGroups.flatMap((group) =>
    resources.flatMap((resource) => verbs.map((verb) => rightOf({ verb, group, resource }))),
  ),
);

const looks = lookedAt.flatMap((kind) => {
  const { group, plural } = kinds[kind];
  return ['get', 'list', 'watch'].map((verb) => rightOf({ verb, group, resource: plural }));
});

const needed = [...rightsOf('check', ['look']), ...rightsOf('verify', ['write', 'trace'])].map(rightOf);

test('the shipped Role grants what the commands need, a look and the namespace, and nothing else', () => {
  const wanted = new Set([...needed, ...looks, 'get namespaces']);
  assert.equal([...new Set(granted)].sort(), [...wanted].sort());
});

test('no right is granted twice, none by a wildcard, none cluster-wide', () => {
  assert.is(new Set(granted).size, granted.length);
  assert.not.ok(granted.some((right) => right.includes('*')));
  const objects = shippedObjects(namespace);
  assert.equal(
    objects.map(({ kind }) => kind),
    ['ServiceAccount', 'Role', 'RoleBinding'],
  );
});

test('the binding gives the Role to the account, all in one namespace', () => {
  const [account, role, binding] = shippedObjects('elsewhere');
  for (const { metadata } of [account, role, binding]) assert.is(metadata.namespace, 'elsewhere');
  assert.equal(binding.roleRef, {
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'Role',
    name: role.metadata.name,
  });
  assert.equal(binding.subjects, [
    { kind: 'ServiceAccount', name: account.metadata.name, namespace: 'elsewhere' },
  ]);
});

test('a gap takes one right away, and must be a right', () => {
  const rules = shippedRules({ mayNot: [{ verb: 'patch', resource: 'services' }] });
  const services = rules.filter(({ resources }) => resources.includes('services'));
  assert.equal(services.flatMap(({ verbs }) => verbs).sort(), ['delete', 'get', 'list', 'watch']);
  assert.throws(() => shippedRules({ mayNot: [{ verb: 'patch', resource: 'secrets' }] }), /does not grant/);
});

test.run();
