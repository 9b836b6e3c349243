import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reference } from '../harness/world-objects.ts';
import { changed, codes, free, instanceIn, look, part, pool } from './given.ts';

const sided = { sidecars: 'after', lease: 'ours' } as const;

for (const [held, hold, code] of [
  ['nothing', 'open', undefined],
  ['sidecars', 'shielded', 'sidecarShielded'],
  ['internal', 'closed', 'gateClosed'],
  ['whole', 'whole', 'heldWhole'],
  ['kept', 'kept', 'keptOldParts'],
] as const) {
  test(`an instance held on ${held} is ${hold}`, () => {
    const one = instanceIn(
      look(pool([free(1, { held })], held === 'nothing' ? { sidecars: 'after' } : sided)),
      1,
    );
    assert.is(one.hold, hold);
    assert.equal(codes(one), code === undefined ? [] : [code]);
  });
}

test('either main Service alone keeps sessions away', () => {
  const objects = changed(pool([free(1)]), part(1, 'externalService'), ({ metadata }) => ({
    metadata: {
      ownerReferences: [...(metadata.ownerReferences ?? []), reference('Lease', 'warmgate-java', 'l')],
    },
  }));
  assert.is(instanceIn(look(objects), 1).hold, 'closed');
});

test('a Lease of somebody else holds nothing', () => {
  const objects = changed(pool([free(1)]), part(1, 'internalService'), ({ metadata }) => ({
    metadata: { ownerReferences: [...(metadata.ownerReferences ?? []), reference('Lease', 'other', 'l')] },
  }));
  assert.is(instanceIn(look(objects), 1).hold, 'open');
});

for (const kind of ['deployment', 'proxyConfigMap', 'emailConfigMap'] as const) {
  test(`a hold on the ${kind} alone keeps an instance as it is and open`, () => {
    const objects = changed(pool([free(1)]), part(1, kind), ({ metadata }) => ({
      metadata: {
        ownerReferences: [...(metadata.ownerReferences ?? []), reference('Lease', 'warmgate-java', 'l')],
      },
    }));
    assert.is(instanceIn(look(objects), 1).hold, 'kept');
  });
}

test.run();
