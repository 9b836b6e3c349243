import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { claimed, free, pool, theApp, without } from '../assess/given.ts';
import { fc } from '../harness/fast-check.ts';
import { worlds } from '../harness/world.ts';
import { build } from '../harness/world-build.ts';
import { sessionOf, worldStart } from '../harness/world-objects.ts';
import { appIn, fates, manifest, planned } from './situation-of.ts';

const fresh = { image: 'registry.example.test/java:9' };
const barely = claimed(2, { claim: { by: 'live', covers: 'claimed', list: 'right', detached: false } });

function noteCodes({ notes }: ReturnType<typeof planned>): string[] {
  return notes.map(({ code }) => code);
}

test('a new image renews what is free, and takes the allow-list of a live session unless guard ran', () => {
  const objects = pool([free(1), barely, free(3)]);
  const plan = planned(objects, [manifest(appIn(objects), fresh)]);
  assert.is(fates(plan), '1 renewed, 2 partly, 3 renewed');
  assert.is(plan.sessions.length, 1);
  const [session] = plan.sessions;
  assert.equal(session?.loses.map(({ part, fate }) => `${part} ${fate}`).sort(), [
    'emailConfigMap remade',
    'proxyConfigMap remade',
  ]);
  assert.match(session?.loses.map(({ text }) => text).join() ?? '', /its user is locked out/);
  assert.equal(session?.withGuard, []);
  assert.match(
    plan.verdict,
    /^1 AppDefinition changes: 3 instances renewed.*1 live session at risk, 0 with guard$/,
  );
  assert.equal(noteCodes(plan), ['gateCloses']);
  assert.equal(plan.notes[0]?.args, { app: 'java', instances: 2 });
});

test('the same again touches nothing', () => {
  const objects = pool([free(1), barely]);
  const plan = planned(objects, [manifest(appIn(objects))]);
  assert.is(fates(plan), '1 kept, 2 kept');
  assert.is(plan.verdict, 'no AppDefinition changes');
  assert.equal(plan.notes, []);
});

test('fewer instances: free ones go, a claimed one loses its ConfigMaps, guarded it does not', () => {
  const objects = pool([free(1), barely, free(3)]);
  const plan = planned(objects, [manifest(appIn(objects), { minInstances: 1 })]);
  assert.is(fates(plan), '1 renewed, 2 deleted, 3 deleted');
  assert.equal(plan.sessions[0]?.loses.map(({ part, fate }) => `${part} ${fate}`).sort(), [
    'emailConfigMap lost',
    'proxyConfigMap lost',
  ]);
  assert.equal(plan.sessions[0]?.withGuard, []);
  assert.ok(noteCodes(plan).includes('belowClaims'));
  const covered = pool([free(1), claimed(2)]);
  const guarded = planned(covered, [manifest(appIn(covered), { minInstances: 1 })]);
  assert.is(fates(guarded), '1 renewed, 2 released');
  assert.equal(guarded.sessions, []);
});

test('more instances are made', () => {
  const objects = pool([free(1)]);
  const plan = planned(objects, [manifest(appIn(objects), { minInstances: 3 })]);
  assert.is(fates(plan), '1 renewed, 2 made, 3 made');
  assert.equal(plan.pools[0]?.minInstances, [1, 3]);
});

test('an annotation alone deletes sidecars, those of live sessions too, and renews what is stale', () => {
  const objects = pool([free(1), barely, free(3, { made: 'stale' })], { sidecars: 'after' });
  const plan = planned(objects, [manifest(appIn(objects), {}, { annotations: { 'helm.sh/revision': '2' } })]);
  assert.is(plan.pools[0]?.change, 'metadata');
  assert.is(fates(plan), '1 damaged, 2 damaged, 3 damaged');
  assert.equal(plan.pools[0]?.instances[0]?.lost, ['sidecar Deployment z-ls']);
  assert.equal(
    plan.sessions[0]?.loses.map(({ part, sidecar, fate }) => `${part} ${sidecar} ${fate}`),
    ['sidecarDeployment z-ls lost', 'sidecarService z-ls remade'],
  );
  assert.equal(plan.sessions[0]?.withGuard, []);
  assert.equal(noteCodes(plan).sort(), ['sidecarsLost', 'staleNow']);
  assert.is(plan.notes.find(({ code }) => code === 'sidecarsLost')?.args.instances, '1, 3');
});

test('a missing part comes back with any change', () => {
  const objects = without(pool([free(1)]), 1, 'deployment');
  const plan = planned(objects, [manifest(appIn(objects), {}, { labels: { a: 'b' } })]);
  assert.is(fates(plan), '1 mended');
});

test('an AppDefinition that is not there is made whole; one that the manifests lack stays or is pruned', () => {
  const objects = pool([free(1), barely]);
  const other = { ...manifest(theApp, { name: 'c', minInstances: 2 }), metadata: { name: 'c', uid: '' } };
  const plan = planned(objects, [other]);
  assert.equal(
    plan.pools.map(({ app, change }) => `${app} ${change}`),
    ['c created'],
  );
  assert.is(fates(plan), '1 made, 2 made');
  assert.equal(noteCodes(plan), ['notInManifests']);
  const pruned = planned(objects, [other], { prune: true });
  assert.equal(
    pruned.pools.map(({ app, change }) => `${app} ${change}`),
    ['c created', 'java deleted'],
  );
  assert.is(fates(pruned, 'java'), '1 deleted, 2 deleted');
  assert.ok(pruned.sessions[0]?.loses.some(({ part, fate }) => part === 'emailConfigMap' && fate === 'lost'));
  assert.not.ok(noteCodes(pruned).includes('notInManifests'));
});

test('--app leaves the others out of everything', () => {
  const objects = pool([free(1)]);
  const other = { ...manifest(theApp, { name: 'c' }), metadata: { name: 'c', uid: '' } };
  const plan = planned(objects, [other, manifest(appIn(objects), fresh)], { only: ['java'], prune: true });
  assert.equal(
    plan.pools.map(({ app }) => app),
    ['java'],
  );
});

test('--app keeps the others from being pruned, and from being told', () => {
  const objects = pool([free(1)]);
  const other = { ...manifest(theApp, { name: 'c' }), metadata: { name: 'c', uid: '' } };
  const plan = planned(objects, [other], { only: ['c'], prune: true });
  assert.equal(
    plan.pools.map(({ app, change }) => `${app} ${change}`),
    ['c created'],
  );
  assert.equal(plan.notes, []);
});

test('another namespace is none of this plan', () => {
  const objects = pool([free(1)]);
  const plan = planned(objects, [manifest(appIn(objects), fresh, { namespace: 'other' })]);
  assert.equal(plan.pools, []);
  assert.equal(noteCodes(plan), ['elsewhere', 'notInManifests']);
  assert.equal(noteCodes(planned(objects, [])), ['noAppDefinition', 'notInManifests']);
});

test('an upstream operator does nothing on a change; one without eager start keeps no pool', () => {
  const bare = pool([free(1), free(2)]).map((object) =>
    object.metadata.name === 'operator-deployment'
      ? object
      : { ...object, metadata: { ...object.metadata, labels: {} } },
  );
  const upstream = planned(bare, [manifest(appIn(bare), fresh)]);
  assert.is(upstream.operator.kind, 'upstream');
  assert.is(fates(upstream), '1 kept, 2 kept');
  assert.equal(noteCodes(upstream), ['upstreamIgnores']);
  const objects = pool([free(1)], {}, { operator: 'noEagerStart' });
  const lazy = planned(objects, [manifest(appIn(objects), { ...fresh, minInstances: 4 })]);
  assert.is(fates(lazy), '1 kept');
  assert.ok(noteCodes(lazy).includes('noEagerStart'));
});

test('a release that restarts the operator may lose its own change', () => {
  const objects = pool([free(1), free(2)]);
  const live = objects.find(({ metadata }) => metadata.name === 'operator-deployment') as KubeObject;
  const operator = structuredClone(live);
  operator.spec.template.spec.containers[0].image = 'operator:2';
  const plan = planned(objects, [operator, manifest(appIn(objects), fresh)]);
  assert.is(plan.operator.restarts, true);
  const note = plan.notes.find(({ code }) => code === 'operatorRestarts');
  assert.equal(note?.args, { apps: 'java', instances: 2 });
  assert.match(note?.text ?? '', /java 2 instances stay old until verify runs/);
  const same = planned(objects, [operator, manifest(appIn(objects))]);
  assert.not.ok(noteCodes(same).includes('operatorRestarts'));
});

test('claims under way cannot be planned, and are said', () => {
  const objects = [...pool([free(1)]), sessionOf('ws', 'java', { phase: 'inFlight', made: worldStart })];
  const plan = planned(objects, [manifest(appIn(objects), fresh)]);
  assert.equal(plan.notes.find(({ code }) => code === 'claimsInFlight')?.args, { count: 1, sessions: 'ws' });
});

test('guard keeps every live session whole, whatever the pool and the change', () => {
  const change = fc.record({
    image: fc.constantFrom(undefined, 'new:1'),
    minInstances: fc.constantFrom(undefined, 0, 1, 3),
    annotated: fc.boolean(),
  });
  let atRisk = 0;
  fc.assert(
    fc.property(worlds, change, (world, { image, minInstances, annotated }) => {
      const objects = build(world);
      const spec = {
        ...(image === undefined ? {} : { image }),
        ...(minInstances === undefined ? {} : { minInstances }),
      };
      const manifests = objects
        .filter(({ kind }) => kind === 'AppDefinition')
        .map((app) => manifest(app, spec, annotated ? { annotations: { a: 'b' } } : {}));
      const plan = planned(objects, manifests);
      atRisk += plan.sessions.length;
      for (const session of plan.sessions) assert.equal(session.withGuard, [], session.name);
      for (const each of plan.pools) {
        if (each.change === 'none') assert.ok(each.instances.every(({ fate }) => fate === 'kept'));
        assert.ok(
          each.instances.every(
            ({ fate, deletes, creates }) =>
              (fate === 'kept') === (deletes + creates === 0) || fate === 'released',
          ),
        );
      }
    }),
    { numRuns: 150 },
  );
  assert.ok(atRisk > 20, `${atRisk} sessions were at risk without guard`);
});

test.run();
