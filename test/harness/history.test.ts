import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keepVersions } from './history.ts';
import { object } from './objects.ts';

const service = (name: string, resourceVersion: string) =>
  object('Service', name, { metadata: { resourceVersion } });

test('the cluster at a moment: each object in its newest version before it, without those that were gone', () => {
  const versions = keepVersions();
  versions.note(service('b', '12'), false);
  versions.note(service('a', '9'), false);
  versions.note(service('a', '11'), false);
  versions.note(service('a', '14'), true);
  const at = (moment: string) =>
    versions.before('Service', moment).map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
  assert.equal(at('9'), []);
  assert.equal(at('11'), ['a@9']);
  assert.equal(at('14'), ['a@11', 'b@12']);
  assert.equal(at('15'), ['b@12']);
  assert.equal(versions.before('Deployment', '15'), []);
});

test('versions come in the order of their numbers, not of their arrival or letters', () => {
  const versions = keepVersions();
  for (const number of ['100', '9', '20']) versions.note(service(`s${number}`, number), false);
  assert.equal(
    versions.of('Service').map(({ metadata }) => metadata.resourceVersion),
    ['9', '20', '100'],
  );
  assert.is(versions.get('20')?.metadata.name, 's20');
});

test.run();
