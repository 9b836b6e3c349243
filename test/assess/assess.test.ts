import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { leaseOf, reference, sessionOf, worldStart } from '../harness/world-objects.ts';
import { claimBy, detached, recreated } from './fixtures.ts';
import {
  changed,
  claimed,
  codes,
  free,
  look,
  lookInFile,
  ofKind,
  part,
  pool,
  poolIn,
  theUid,
} from './given.ts';

const two = [
  ...pool([claimed(1), free(2)]),
  ...pool([claimed(1)], { name: 'py-side' }).filter(
    ({ kind, metadata }) => kind !== 'Lease' && metadata.name !== 'operator-deployment',
  ),
];

test('all AppDefinitions that have a pool are judged, or those that are named', () => {
  const names = (apps: string[]) => look(two, { apps }).assessment.pools.map(({ name }) => name);
  assert.equal([names([]), names(['py-side']), names(['gone'])], [['java', 'py-side'], ['py-side'], []]);
});

test('an AppDefinition without a pool is left out unless it is named or something of it is left', () => {
  const none = pool([], { minInstances: 0 });
  assert.equal(look(none).assessment.pools, []);
  assert.equal(codes(look(none).assessment), ['nothingSelected']);
  assert.equal(codes(poolIn(look(none, { apps: ['java'] }))), ['poolEmpty']);
  assert.equal(
    poolIn(look(pool([free(1)], { minInstances: 0 }))).instances.map(({ state }) => state),
    ['surplus'],
  );
});

test('sessions are those of the pools that are judged', () => {
  const names = (apps: string[]) => look(two, { apps }).assessment.sessions.map(({ name }) => name);
  assert.equal([names([]), names(['java'])], [['java-1-live', 'py-side-1-live'], ['java-1-live']]);
});

test('sessions of an AppDefinition that is gone are judged where none is named', () => {
  const stray = sessionOf('ws-stray', 'gone', { made: worldStart - 1000 });
  const names = (apps: string[]) =>
    look([...two, stray], { apps }).assessment.sessions.map(({ name }) => name);
  assert.ok(names([]).includes('ws-stray'));
  assert.not.ok(names(['java']).includes('ws-stray'));
});

test('claims and ends under way are told for the whole namespace, whatever is judged', () => {
  const claiming = { ...sessionOf('ws-new', 'py-side', { phase: 'inFlight', made: worldStart }) };
  assert.equal(look([...two, claiming], { apps: ['java'] }).assessment.inFlight, [
    { session: 'ws-new', app: 'py-side', phase: 'inFlight' },
  ]);
  assert.equal(
    claimBy('ending').assessment.inFlight.map(({ phase }) => phase),
    ['ending'],
  );
  assert.equal(claimBy('failed').assessment.inFlight, []);
});

const stray = leaseOf('warmgate-gone', 'run-old', { renewed: worldStart });

test('a Lease of ours whose AppDefinition is gone is stray', () => {
  const names = (objects: typeof two, apps: string[] = []) =>
    look(objects, { apps }).assessment.strayLeases.map(({ metadata }) => metadata.name);
  assert.equal(names([...two, stray]), ['warmgate-gone']);
  assert.equal(names([...two, stray], ['java']), [], 'nobody asked about it');
  assert.equal(names(pool([free(1)], { lease: 'ours' })), []);
  assert.equal(names([...two, leaseOf('database-lock', 'x', { renewed: 0 })]), []);
});

test('a Lease under another name that holds a part of a pool is not stray: deleting it would open the gate', () => {
  const held = changed(pool([free(1)]), part(1, 'internalService'), ({ metadata }) => ({
    metadata: {
      ownerReferences: [
        ...(metadata.ownerReferences ?? []),
        reference('Lease', 'warmgate-gone', 'lease-warmgate-gone'),
      ],
    },
  }));
  const looked = look([...held, stray]);
  assert.equal(looked.assessment.strayLeases, []);
  assert.equal(poolIn(looked).gate.leases.length, 1);
});

test('where AppDefinitions cannot be seen nothing is judged and no Lease is called stray', () => {
  const { assessment } = look(
    recreated(pool([free(1)], { lease: 'ours' }), false),
    {},
    { AppDefinition: 'forbidden' },
  );
  assert.equal([codes(assessment), assessment.strayLeases], [['cannotJudge'], []]);
});

test('what an AppDefinition left is told by its name, or by its UID where no name is left', () => {
  const left = recreated(pool([free(1), free(2)]), false);
  assert.equal(look(left).assessment.reasons.at(-1), {
    code: 'orphanPool',
    args: { app: 'java', instances: 2 },
  });
  const nameless = JSON.parse(JSON.stringify(left).replaceAll(theUid.slice(-12), 'fac6ff1a42b2')).map(
    (object: (typeof left)[number]) => ({
      ...object,
      metadata: { ...object.metadata, ownerReferences: [] },
    }),
  );
  assert.equal(look(nameless).assessment.reasons.at(-1)?.args, { app: '…fac6ff1a42b2', instances: 2 });
});

test('what a session of an AppDefinition that is gone still has is no orphan', () => {
  assert.equal(codes(look(recreated(pool([claimed(1)]), false)).assessment), ['nothingSelected']);
});

test('objects that only look like instances are nobody’s', () => {
  const { assessment } = look([
    ...pool([free(1)]),
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'instance-1-database', uid: 'x' } },
    { apiVersion: 'v1', kind: 'Service', metadata: { name: 'instance-2-verylongname', uid: 'y' } },
  ]);
  assert.equal([codes(assessment), assessment.pools[0]?.instances.length], [[], 1]);
});

test('a workspace that may not be seen is no verdict where the AppDefinition wants one', () => {
  const judged = (sidecars: 'workspace' | 'none') =>
    look(pool([free(1)], { sidecars }), {}, { PersistentVolumeClaim: 'forbidden' }).assessment.reasons;
  assert.equal(judged('workspace'), [{ code: 'cannotJudge', args: { kind: 'PersistentVolumeClaim' } }]);
  assert.equal(judged('none'), []);
});

test('a file without anything to judge by is no verdict, one without some kinds says which', () => {
  const except = (...kinds: string[]) =>
    lookInFile(two.filter(({ kind }) => !kinds.includes(kind))).assessment;
  assert.equal(except('AppDefinition').reasons, [{ code: 'cannotJudge', args: { kind: 'AppDefinition' } }]);
  assert.equal(except('Deployment', 'Service').reasons, [
    { code: 'cannotJudge', args: { kind: 'Deployment' } },
  ]);
  const said = except('Pod', 'ReplicaSet', 'Session').pools[0]?.reasons.map(({ args }) => args.kind);
  assert.equal(said, ['Session', 'ReplicaSet', 'Pod']);
});

test('what a file need not hold is not missed', () => {
  const bare = pool([free(1)], {}, { keycloak: false }).filter(
    ({ kind }) => !['ConfigMap', 'Lease', 'Session'].includes(kind),
  );
  assert.equal(
    lookInFile(bare).assessment.pools[0]?.reasons.map(({ args }) => args.kind),
    ['Session'],
  );
  const mounted = pool([free(1)], { sidecars: 'workspace' }).filter(
    ({ kind }) => kind !== 'PersistentVolumeClaim',
  );
  assert.ok(
    lookInFile(mounted).assessment.pools[0]?.reasons.some(
      ({ args }) => args.kind === 'PersistentVolumeClaim',
    ),
  );
});

test('an AppDefinition that is there twice is one', () => {
  const [app] = two.filter(ofKind('AppDefinition'));
  assert.ok(app);
  assert.equal(look([...two, app]).assessment.pools.length, 2);
});

test('sessions in an instance of a pool that is no more are judged', () => {
  const gone = changed(pool([claimed(1)]), ofKind('AppDefinition'), ({ metadata, spec }) => ({
    metadata: { ...metadata, uid: '6f1a8966-4d5a-41dc-82ba-00000000beef' },
    spec: { ...spec, minInstances: 0 },
  }));
  const bare = gone.map((object) => ({
    ...object,
    metadata: {
      ...object.metadata,
      ownerReferences: object.metadata.ownerReferences?.filter(({ kind }) => kind !== 'AppDefinition') ?? [],
    },
  }));
  const { pools, sessions } = look(bare).assessment;
  assert.equal([pools.length, sessions.map(({ name }) => name)], [0, ['java-1-live']]);
  const lazy = {
    ...sessionOf('ws-lazy', 'java', { made: worldStart }),
    status: { operatorStatus: 'HANDLED' },
  };
  assert.equal(look([...pool([], { minInstances: 0 }), lazy]).assessment.sessions, []);
});

test('either of Deployments and Services is enough to judge a file by', () => {
  const except = (kind: string) => codes(lookInFile(two.filter((each) => each.kind !== kind)).assessment);
  assert.equal([except('Deployment'), except('Service')], [[], []]);
});

test('one pool of several that wants a workspace is enough to need its sight', () => {
  const both = [
    ...pool([free(1)]),
    ...pool([free(1)], { name: 'py-side', sidecars: 'workspace' }).filter(
      ({ metadata }) => metadata.name !== 'operator-deployment',
    ),
  ];
  assert.equal(codes(look(both, {}, { PersistentVolumeClaim: 'forbidden' }).assessment), ['cannotJudge']);
});

test('one part that a session has keeps an instance from being an orphan', () => {
  const partly = recreated(pool([free(1, { claim: { by: 'inFlight', steps: 1 } }), free(2)]), false);
  assert.equal(look(partly).assessment.reasons.at(-1)?.args, { app: 'java', instances: 1 });
});

test('parts that an AppDefinition let go are its own affair, and no orphan of one that is gone', () => {
  const { reasons, pools } = look(detached(pool([free(1)]), 1)).assessment;
  assert.equal([reasons, pools[0]?.instances.map(({ state }) => state)], [[], ['orphan']]);
});

test('a file without an AppDefinition is judged by the live sessions that are left of it, and by no others', () => {
  const left = recreated(detached(pool([claimed(1)]), 1), false);
  assert.equal(codes(lookInFile(left).assessment).includes('cannotJudge'), false);
  const failed = changed(left, ofKind('Session'), ({ status }) => ({
    status: { ...status, operatorStatus: 'ERROR' },
  }));
  assert.ok(codes(lookInFile(failed).assessment).includes('cannotJudge'));
});

test('instances of a former AppDefinition whose name is taken again are no pool that was left', () => {
  const { assessment } = look(recreated(pool([free(1)]), true));
  assert.not(codes(assessment).includes('orphanPool'));
});

test.run();
