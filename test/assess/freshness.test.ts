import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../plugin/theia/labels.ts';
import { labelled } from './fixtures.ts';
import { changed, codes, free, instanceIn, look, part, partIn, pool } from './given.ts';

test('a whole instance of the generation and image is current', () => {
  const one = instanceIn(look(pool([free(1)])), 1);
  assert.is(one.state, 'current');
  assert.equal(one.reasons, []);
  assert.equal(one.generations, [2]);
});

test('every main part of another generation is named with both numbers', () => {
  const one = instanceIn(look(pool([free(1, { made: 'stale' })])), 1);
  assert.is(one.state, 'stale');
  assert.equal(codes(one), ['imageStale', 'partStale']);
  assert.equal(one.reasons.filter(({ code }) => code === 'partStale').length, 5);
  for (const { code, args } of one.reasons) if (code === 'partStale') assert.is(args.label, 1);
  assert.ok(one.reasons.every(({ code, args }) => code !== 'partStale' || args.generation === 2));
});

for (const [what, label] of [
  ['newer', '3'],
  ['no number', 'two'],
  ['empty', ''],
  ['marked', '0'],
] as const) {
  test(`a label that is ${what} makes a part stale`, () => {
    const objects = changed(pool([free(1)]), part(1, 'proxyConfigMap'), ({ metadata }) => ({
      metadata: { labels: { ...metadata.labels, [labels.generation]: label } },
    }));
    const one = instanceIn(look(objects), 1);
    assert.is(one.state, 'stale');
    assert.ok(codes(one).includes('partStale'));
  });
}

test('parts of several generations in one instance are named from the lowest', () => {
  const objects = changed(pool([free(1)]), part(1, 'deployment'), ({ metadata }) => ({
    metadata: { labels: { ...metadata.labels, [labels.generation]: '1' } },
  }));
  const mixed = instanceIn(look(objects), 1).reasons.find(({ code }) => code === 'generationsMixed');
  assert.is(mixed?.args.labels, '1, 2');
});

test('the internal Service alone lags behind a gate, and that mixes nothing', () => {
  const old = ({ metadata }: { metadata: { labels?: Record<string, string> } }) => ({
    metadata: { labels: { ...metadata.labels, [labels.generation]: '1' } },
  });
  const held = changed(
    pool([free(1, { held: 'internal' })], { lease: 'ours' }),
    part(1, 'internalService'),
    old,
  );
  const one = instanceIn(look(held), 1);
  assert.equal(codes(one), ['gateClosed', 'stampStale']);
  assert.is(one.state, 'closed');
  assert.ok(one.openable);
  const open = changed(pool([free(1)]), part(1, 'internalService'), old);
  assert.equal(codes(instanceIn(look(open), 1)), ['partStale']);
});

test('another image under the right label is told from one under an old label', () => {
  const objects = changed(pool([free(1)]), part(1, 'deployment'), ({ spec }) => {
    const { template } = spec;
    const containers = template.spec.containers.map((each: { name: string }) =>
      each.name === 'java' ? { ...each, image: 'registry.example.test/java:hotfix' } : each,
    );
    return { spec: { ...spec, template: { ...template, spec: { ...template.spec, containers } } } };
  });
  const one = instanceIn(look(objects), 1);
  assert.equal(codes(one), ['imageMislabelled']);
  assert.is(one.reasons[0]?.args.image, 'registry.example.test/java:hotfix');
  assert.is(one.reasons[0]?.args.wanted, 'registry.example.test/java:2');
});

test('a sidecar is judged by its image and by nothing else', () => {
  const fresh = pool([free(1)], { sidecars: 'after' });
  assert.equal(codes(instanceIn(look(fresh), 1)), []);
  const objects = changed(fresh, part(1, 'sidecarDeployment'), ({ spec }) => {
    const template = structuredClone(spec.template);
    template.spec.containers[0].image = 'ls:0';
    return { spec: { ...spec, template } };
  });
  const one = instanceIn(look(objects), 1);
  assert.is(one.state, 'stale');
  assert.equal(
    one.reasons.map(({ code, args }) => [code, args]),
    [['sidecarStale', { sidecar: 'z-ls', image: 'ls:0', wanted: 'ls:1' }]],
  );
});

test('images are read in the Deployment, not in its pod', () => {
  const objects = changed(
    pool([free(1)]),
    ({ kind }) => kind === 'Pod',
    ({ status }) => ({
      status: { ...status, containerStatuses: [{ name: 'java', image: 'mirror.example.test/java:2' }] },
    }),
  );
  assert.is(instanceIn(look(objects), 1).state, 'current');
});

test('a PVC is judged by being there', () => {
  const objects = pool([free(1)], { sidecars: 'workspace' });
  assert.ok(partIn(objects, 1, 'pvc'));
  assert.is(instanceIn(look(objects), 1).state, 'current');
});

test('a container that was injected beside a sidecar is not taken for it', () => {
  const objects = changed(
    pool([free(1)], { sidecars: 'after' }),
    part(1, 'sidecarDeployment'),
    ({ spec }) => {
      const template = structuredClone(spec.template);
      template.spec.containers.unshift({ name: 'istio-proxy', image: 'proxy:1' });
      return { spec: { ...spec, template } };
    },
  );
  assert.equal(codes(instanceIn(look(objects), 1)), []);
});

test('a sidecar whose container has another name is judged by its first', () => {
  const named = (image: string) =>
    changed(pool([free(1)], { sidecars: 'after' }), part(1, 'sidecarDeployment'), ({ spec }) => ({
      spec: { ...spec, template: { spec: { containers: [{ name: 'server', image }] } } },
    }));
  assert.equal(codes(instanceIn(look(named('ls:1')), 1)), []);
  assert.equal(codes(instanceIn(look(named('ls:0')), 1)), ['sidecarStale']);
});

test('generations that are mixed are listed by number, the lowest first', () => {
  const three = labelled(labelled(pool([free(1)]), 1, 'externalService', '9'), 1, 'deployment', '10');
  const mixed = instanceIn(look(three), 1).reasons.find(({ code }) => code === 'generationsMixed');
  assert.is(mixed?.args.labels, '2, 9, 10');
});

test.run();
