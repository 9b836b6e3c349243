import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startLab } from '../../../plugin/lab/lab.ts';
import { request } from '../request.ts';
import { differences, factsOf, type Send } from './compare.ts';
import { parityRequests } from './requests.ts';

test('two labs answer alike, and one that answers otherwise is found out', async () => {
  const labs = [await startLab({ controllers: false }), await startLab({ controllers: false, seed: 2 })];
  const [first, second] = await Promise.all(
    labs.map((lab) => {
      const send: Send = (method, path, body, type) =>
        request(lab, method, path, body, type === undefined ? {} : { 'content-type': type });
      return factsOf(parityRequests, send);
    }),
  );
  for (const lab of labs) await lab.stop();
  assert.is(first?.length, parityRequests.length);
  assert.equal(differences(first!, second!), []);
  const spoiled = second!.map((facts, i) => (i === 0 ? { ...facts, code: 200 } : facts));
  assert.equal(differences(first!, spoiled), ['get nothing: code: 404, really 200']);
});

test.run();
