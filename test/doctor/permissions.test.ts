import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pool } from '../assess/given.ts';
import { codesOf, factsOf, find, lacking } from './facts-of.ts';

const objects = pool([]);

test('an account that may do all gets a word for each command and nothing else', () => {
  const found = find(factsOf(objects), 'mayAll');
  assert.equal(
    found.map(({ args }) => args.command),
    ['verify', 'guard', 'open', 'check'],
  );
  assert.not.ok(codesOf(factsOf(objects)).some((code) => code.startsWith('mayNot')));
});

test('without patch on AppDefinitions verify cannot renew; guard does not need it', () => {
  const facts = factsOf(objects, { rights: lacking('patch appdefinitions') });
  assert.equal(find(facts, 'mayNotRenew'), [
    { code: 'mayNotRenew', args: { command: 'verify', rights: 'patch appdefinitions.theia.cloud' } },
  ]);
  assert.not.ok(codesOf(facts).includes('mayNotGuard'));
  assert.equal(
    find(facts, 'mayAll').map(({ args }) => args.command),
    ['guard', 'open', 'check'],
  );
});

test('a list that every command needs is told for each, and not once more as a thing not seen', () => {
  const facts = factsOf(objects, { rights: lacking('list pods') });
  assert.equal(
    find(facts, 'mayNotLook').map(({ args }) => args),
    ['verify', 'guard', 'open', 'check'].map((command) => ({ command, rights: 'list pods' })),
  );
  assert.not.ok(codesOf(facts).includes('mayNotSee'));
  assert.not.ok(codesOf(facts).includes('mayAll'));
});

test('what no command depends on is told once for all of them', () => {
  const facts = factsOf(objects, { rights: lacking('list httproutes', 'create events') });
  assert.equal(find(facts, 'mayNotSee', 'mayNotTrace'), [
    { code: 'mayNotSee', args: { rights: 'list httproutes.gateway.networking.k8s.io' } },
    { code: 'mayNotTrace', args: { rights: 'create events' } },
  ]);
});

test('rights that only --allow needs are notes', () => {
  const facts = factsOf(objects, { rights: lacking('delete deployments') });
  assert.equal(
    find(facts, 'mayNotRestart', 'mayNotReplace').map(({ code }) => code),
    ['mayNotRestart', 'mayNotReplace'],
  );
  assert.is(find(facts, 'mayAll').length, 4);
});

test('each missing right is told for the command that fails by it', () => {
  for (const [gap, code] of [
    ['patch services', 'mayNotGuard'],
    ['create leases', 'mayNotGuard'],
    ['delete leases', 'mayNotOpen'],
    ['delete services', 'mayNotRenew'],
    ['patch deployments', 'mayNotOpen'],
  ] as const) {
    assert.ok(codesOf(factsOf(objects, { rights: lacking(gap) })).includes(code), gap);
  }
});

test('answers for a person are told to be for a person', () => {
  assert.equal(find(factsOf(objects, { account: 'admin' }), 'askedAs'), [
    { code: 'askedAs', args: { account: 'admin', namespace: 'theia' } },
  ]);
  assert.equal(find(factsOf(objects, { account: '' }), 'askedAs'), []);
  assert.equal(find(factsOf(objects), 'askedAs'), []);
});

test.run();
