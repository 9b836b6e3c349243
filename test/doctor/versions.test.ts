import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ServedVersion } from '../../plugin/doctor/facts.ts';
import { free, pool } from '../assess/given.ts';
import { codesOf, factsOf, find } from './facts-of.ts';

const objects = pool([free(1)]);
const broken = { status: 500, reason: 'ConversionWebhook' };
const session: ServedVersion = { kind: 'Session', version: 'v1beta8' };

test('versions that are served are told', () => {
  const served: ServedVersion[] = [
    { kind: 'AppDefinition', version: 'v1beta11' },
    { kind: 'AppDefinition', version: 'v1beta10' },
    session,
  ];
  assert.equal(find(factsOf(objects, { served }), 'versionsServed'), [
    { code: 'versionsServed', args: { kind: 'AppDefinition', versions: 'v1beta10, v1beta11' } },
    { code: 'versionsServed', args: { kind: 'Session', versions: 'v1beta8' } },
  ]);
});

test('CRDs that do not serve what warmgate reads are a problem', () => {
  const served: ServedVersion[] = [{ kind: 'AppDefinition', version: 'v1beta9' }, session];
  assert.equal(find(factsOf(objects, { served }), 'versionMissing'), [
    { code: 'versionMissing', args: { kind: 'AppDefinition', version: 'v1beta11', versions: 'v1beta9' } },
  ]);
  const none = find(factsOf(objects, { served: [] }), 'versionMissing');
  assert.equal(
    none.map(({ args }) => args.kind),
    ['AppDefinition', 'Session'],
  );
});

test('a version whose list answers 5xx is named: a problem where warmgate reads it, else a warning', () => {
  const served: ServedVersion[] = [
    { kind: 'AppDefinition', version: 'v1beta11', failure: broken },
    { kind: 'AppDefinition', version: 'v1beta10', failure: broken },
    { kind: 'AppDefinition', version: 'v1beta9', failure: broken },
    session,
  ];
  const facts = factsOf(objects, { served, failed: [{ kind: 'AppDefinition', ...broken }] });
  assert.equal(find(facts, 'versionFails', 'otherVersionFails', 'listFails'), [
    { code: 'versionFails', args: { kind: 'AppDefinition', version: 'v1beta11', ...broken } },
    { code: 'otherVersionFails', args: { kind: 'AppDefinition', versions: 'v1beta9, v1beta10', ...broken } },
  ]);
});

test('any other list that fails is named too', () => {
  const facts = factsOf(objects, { failed: [{ kind: 'Pod', status: 503, reason: 'ServiceUnavailable' }] });
  assert.equal(find(facts, 'listFails'), [
    { code: 'listFails', args: { kind: 'Pod', status: 503, reason: 'ServiceUnavailable' } },
  ]);
});

test('where AppDefinitions could not be read nothing is concluded from there being none', () => {
  const facts = factsOf([], { sight: { AppDefinition: 'forbidden' } });
  for (const code of ['noSidecars', 'counted', 'gatesOpen', 'ownedByNobody'] as const)
    assert.not.ok(codesOf(facts).includes(code), code);
});

test.run();
