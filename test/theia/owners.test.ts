import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  appDefinitionOwners,
  holds,
  isOwnedBy,
  isSolelyOwnedBy,
  sessionOwners,
} from '../../plugin/theia/owners.ts';
import { object } from '../harness/objects.ts';

test('owners are told by kind, a hold by the name of its Lease', () => {
  const owner = (kind: string, name: string) => ({ apiVersion: 'v1', kind, name, uid: `${kind}/${name}` });
  const ownerReferences = [
    owner('AppDefinition', 'java'),
    owner('Session', 'ws'),
    owner('Lease', 'warmgate-java'),
    owner('Lease', 'other'),
  ];
  const held = object('Service', 'a', { metadata: { name: 'a', uid: 'u', ownerReferences } });
  assert.equal(
    [appDefinitionOwners(held).length, sessionOwners(held).length, holds(held).map(({ name }) => name)],
    [1, 1, ['warmgate-java']],
  );
  assert.equal([isOwnedBy(held, 'Session/ws'), isSolelyOwnedBy(held, 'AppDefinition/java')], [true, false]);
  const free = object('Service', 'a', {
    metadata: { name: 'a', uid: 'u', ownerReferences: ownerReferences.slice(0, 1) },
  });
  assert.ok(isSolelyOwnedBy(free, 'AppDefinition/java'));
});

test.run();
