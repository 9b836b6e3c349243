import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { changed, codes, free, look, ofKind, pool, poolIn } from './given.ts';

test('a route is missing only where routes can be seen', () => {
  const objects = changed(pool([free(1)]), ofKind('AppDefinition'), ({ spec }) => ({
    spec: { ...spec, ingressname: 'nowhere' },
  }));
  assert.ok(codes(poolIn(look(objects))).includes('routeMissing'));
  assert.not(codes(poolIn(look(objects, {}, { HTTPRoute: 'forbidden' }))).includes('routeMissing'));
});

test.run();
