import { startLab } from '../../../plugin/lab/lab.ts';
import { createNamespace } from '../../control-plane/access.ts';
import { startControlPlane } from '../../control-plane/control-plane.ts';
import { request } from '../request.ts';
import { differences, factsOf } from './compare.ts';
import { parityRequests } from './requests.ts';

/** Shows where the lab's API server answers otherwise than the real one: `node test/lab/parity/run.ts`; exit 1 where it does. */
const lab = await startLab({ controllers: false });
const real = await startControlPlane();
let found: string[];
try {
  await createNamespace(real.api, 'theia');
  const ours = await factsOf(parityRequests, (method, path, body, type) =>
    request(lab, method, path, body, type === undefined ? {} : { 'content-type': type }),
  );
  const theirs = await factsOf(parityRequests, async (method, path, body, type) => {
    const options = {
      method,
      ...(body === undefined ? {} : { body }),
      ...(type === undefined ? {} : { contentType: type }),
    };
    const { status, body: answer } = await real.api.send(path, options);
    return { code: status, body: answer };
  });
  found = differences(ours, theirs);
} finally {
  await real.stop();
  await lab.stop();
}
for (const line of found) console.log(line);
console.log(`${parityRequests.length} requests, ${found.length} differences`);
process.exitCode = found.length === 0 ? 0 : 1;
