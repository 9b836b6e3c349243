import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { changedApps, changesSpec } from '../../plugin/theia/app-definition.ts';

const app = (spec: unknown, metadata: object = {}): KubeObject => ({
  apiVersion: 'theia.cloud/v1beta11',
  kind: 'AppDefinition',
  metadata: { name: 'java', uid: 'uid', ...metadata },
  spec,
});

const live = {
  image: 'java:1',
  minInstances: 3,
  monitor: { port: 3000, activityTracker: { timeoutAfter: 60 } },
  sidecars: [{ name: 'ls', image: 'ls:1', mountWorkspace: false }],
};

const same: Record<string, unknown> = {
  'the same': live,
  'a part of it': { image: 'java:1', monitor: { activityTracker: { timeoutAfter: 60 } } },
  'a list without a default that the server filled in': { sidecars: [{ name: 'ls', image: 'ls:1' }] },
  'null for what is not there': { ...live, pullSecret: null },
  'no spec at all': undefined,
};
const other: Record<string, unknown> = {
  'another image': { image: 'java:2' },
  'another number deep within': { monitor: { activityTracker: { timeoutAfter: 61 } } },
  'a field more': { ...live, pullSecret: 'registry' },
  'null for what is there': { monitor: null },
  'another sidecar image': { sidecars: [{ name: 'ls', image: 'ls:2' }] },
  'a sidecar more': { sidecars: [...live.sidecars, { name: 'db', image: 'db:1' }] },
  'no sidecars any more': { sidecars: [] },
  'a value of another kind': { monitor: 'none', minInstances: '3' },
};

for (const [what, spec] of Object.entries(same))
  test(`no change: ${what}`, () => assert.not.ok(changesSpec(app(spec), app(live))));
for (const [what, spec] of Object.entries(other))
  test(`a change: ${what}`, () => assert.ok(changesSpec(app(spec), app(live))));

test('only AppDefinitions of the namespace that meet a live one are named', () => {
  const changed = { image: 'java:2' };
  const named = (desired: KubeObject): string[] => changedApps([desired], [app(live)], 'theia');
  assert.equal(named(app(changed)), ['java']);
  assert.equal(named(app(changed, { namespace: 'theia' })), ['java']);
  assert.equal(named(app(changed, { namespace: 'elsewhere' })), []);
  assert.equal(named(app(changed, { name: 'new' })), []);
  assert.equal(named({ ...app(changed), kind: 'ConfigMap' }), []);
});

test.run();
