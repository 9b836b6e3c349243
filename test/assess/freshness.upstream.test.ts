import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { container, upstream } from './fixtures.ts';
import { changed, free, instanceIn, look, ofKind, pool, poolIn } from './given.ts';

const spec = {
  limitsCpu: '2',
  limitsMemory: '1200M',
  requestsCpu: '100m',
  requestsMemory: '1000M',
  monitor: { port: 3001 },
};

/** A pool of an upstream operator, its AppDefinition and main container with these fields. */
function given(definition: object, fields: object): KubeObject[] {
  const objects = upstream(pool([free(1)]));
  const app = changed(objects, ofKind('AppDefinition'), (each) => ({
    spec: { ...each.spec, ...definition },
  }));
  return container(app, 1, 'deployment', fields);
}

/** As the API server gives a container back that was made from `spec`. */
const asMade = {
  resources: { limits: { cpu: '2', memory: '1200M' }, requests: { cpu: '100m', memory: '1G' } },
  env: [
    { name: 'THEIACLOUD_APP_ID', value: 'a-token' },
    { name: 'THEIACLOUD_MONITOR_PORT', value: '3001' },
  ],
};

function says(objects: readonly KubeObject[]) {
  const one = instanceIn(look(objects), 1);
  return one.reasons.map(({ code, args }) => [code, args.what ?? '', args.found ?? args.image, args.wanted]);
}

test('an instance made from this AppDefinition is current, and no label is missed', () => {
  const looked = look(given(spec, asMade));
  assert.equal(says(given(spec, asMade)), []);
  assert.is(instanceIn(looked, 1).state, 'current');
  assert.ok(poolIn(looked).converged);
  assert.equal(
    poolIn(looked).reasons.map(({ code }) => code),
    ['upstreamPool'],
  );
});

test('quantities are compared by value, not by spelling', () => {
  const spelled = { limits: { cpu: '2000m', memory: '1.2G' }, requests: { cpu: '0.1', memory: '1000000k' } };
  assert.equal(says(given(spec, { ...asMade, resources: spelled })), []);
});

for (const [what, definition, fields, expected] of [
  ['image', {}, { image: 'old:1' }, ['imageStale', '', 'old:1', 'registry.example.test/java:2']],
  ['no image', {}, { image: null }, ['imageStale', '', 'none', 'registry.example.test/java:2']],
  ['port', { port: 4000 }, {}, ['templateStale', 'port', '3000', '4000']],
  ['no port', {}, { ports: [] }, ['templateStale', 'port', 'none', '3000']],
  ['cpu limit', { limitsCpu: '3' }, {}, ['templateStale', 'limits.cpu', '2', '3']],
  ['cpu request', { requestsCpu: '2' }, {}, ['templateStale', 'requests.cpu', '100m', '2']],
  ['memory request', { requestsMemory: '2Gi' }, {}, ['templateStale', 'requests.memory', '1G', '2Gi']],
  [
    'a limit that came',
    { limitsCpu: '2' },
    { resources: { requests: asMade.resources.requests, limits: { memory: '1200M' } } },
    ['templateStale', 'limits.cpu', 'none', '2'],
  ],
  ['a limit that went', { limitsCpu: '' }, {}, ['templateStale', 'limits.cpu', '2', 'none']],
  [
    'monitor port',
    { monitor: { port: 3002 } },
    {},
    ['templateStale', 'THEIACLOUD_MONITOR_PORT', '3001', '3002'],
  ],
] as const) {
  test(`another ${what} makes it stale, with what was found and what is wanted`, () => {
    const objects = given({ ...spec, ...definition }, { ...asMade, ...fields });
    assert.equal(says(objects), [expected]);
    assert.is(instanceIn(look(objects), 1).state, 'stale');
  });
}

test('variables that come from elsewhere are neither compared nor told', () => {
  const other = { ...asMade, env: [{ name: 'THEIACLOUD_APP_ID', value: 'another-token' }] };
  assert.equal(says(given(spec, other)), []);
  const off = {
    ...asMade,
    env: [{ name: 'THEIACLOUD_MONITOR_PORT', value: 'placeholder-monitor-env-port' }],
  };
  assert.equal(says(given(spec, off)), [], 'the operator runs without a monitor');
});

test('what a trimmed object lacks altogether is not judged, but for the image', () => {
  const trimmed = { resources: undefined, env: undefined, ports: undefined };
  assert.equal(says(given(spec, trimmed)), []);
  assert.equal(says(given(spec, { ...trimmed, image: 'old:1' })).length, 1);
});

test('a Deployment without an IDE container is stale', () => {
  const objects = changed(
    given(spec, asMade),
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name.startsWith('instance'),
    (each) => ({
      spec: {
        ...each.spec,
        template: { spec: { containers: [{ name: 'oauth2-proxy', image: 'proxy:1' }] } },
      },
    }),
  );
  assert.equal(says(objects), [['imageStale', '', 'none', 'registry.example.test/java:2']]);
});

test('everything but staleness is judged as ever', () => {
  const objects = upstream(
    pool([free(1, { residue: 'list' }), free(2, { pod: 'starting' })], { minInstances: 3 }),
  );
  const { instances } = poolIn(look(objects));
  assert.equal(
    instances.map(({ state }) => state),
    ['residue', 'notReady', 'missing'],
  );
});

test('of several ports the one named application counts', () => {
  const ports = (...all: object[]) => given(spec, { ...asMade, ports: all });
  const monitor = { name: 'monitor', containerPort: 3001 };
  assert.equal(says(ports(monitor, { name: 'application', containerPort: 3000 })), []);
  assert.equal(
    says(ports(monitor)).map(([, what]) => what),
    ['port'],
  );
  assert.equal(says(ports({ containerPort: 3000 }, monitor)), []);
});

test.run();
