import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject, OwnerReference } from '../../plugin/model/kube.ts';
import { object } from '../harness/objects.ts';
import type { View } from '../harness/view.ts';
import { fateOf, type Versions } from './fate.ts';

const image = 'registry.example.test/java:1.1.0';
const app: OwnerReference = {
  apiVersion: 'theia.cloud/v1beta11',
  kind: 'AppDefinition',
  name: 'java',
  uid: 'app',
};
const owner: OwnerReference = { apiVersion: 'theia.cloud/v1beta8', kind: 'Session', name: 'ws', uid: 'ws' };
const lease: OwnerReference = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  name: 'warmgate-java',
  uid: 'l',
};
const base = 'instance-1-java-0123456789ab';

type More = Partial<Omit<KubeObject, 'metadata'>> & {
  uid?: string;
  owners?: OwnerReference[];
  purpose?: string;
};

function versioned(kind: string, name: string, version: number, more: More = {}): KubeObject {
  const { uid = name, owners = [app], purpose, ...rest } = more;
  const labels = purpose === undefined ? {} : { 'theia-cloud.io/template-purpose': purpose };
  const metadata = { uid, resourceVersion: String(version), ownerReferences: owners, labels };
  return object(kind, name, { ...rest, metadata });
}

const session = (version: number, operatorStatus: string, operatorMessage = ''): KubeObject =>
  versioned('Session', 'ws', version, {
    owners: [],
    spec: { user: 'ws@example.test', appDefinition: 'java' },
    status: { operatorStatus, operatorMessage },
  });

const service = (suffix: string, version: number, more: More = {}): KubeObject =>
  versioned('Service', `${base}${suffix}`, version, { owners: [app, owner], ...more });

const deployment = (version: number, from = image, more: More = {}): KubeObject =>
  versioned('Deployment', base, version, {
    owners: [app, owner],
    spec: { template: { spec: { containers: [{ name: 'java', image: from }] } } },
    ...more,
  });

const configMap = (purpose: string, version: number, list = '', more: More = {}): KubeObject =>
  versioned('ConfigMap', `instance-1-${purpose}-java-0123456789ab`, version, {
    purpose,
    data: { 'authenticated-emails-list': list },
    ...more,
  });

/** A claim that went well: everything is there when it is handled at version 20. */
const whole = [
  service('', 11),
  service('-int', 12),
  deployment(13),
  configMap('proxy', 3),
  configMap('emails', 14, 'ws@example.test'),
];
const handled = [session(10, 'HANDLING'), session(20, 'HANDLED')];

function fate(objects: KubeObject[], last: KubeObject[] = objects, sessions = handled) {
  const view: View = {
    apps: [],
    sessions: [session(99, 'HANDLED')],
    objects: last,
    pods: [],
    leases: [],
    instances: [],
  };
  const sorted = [...objects].sort((one, other) => versionOf(one) - versionOf(other));
  const versions: Versions = { sessions, objects: sorted };
  return fateOf({ name: 'ws', last: view, image }, versions);
}

const versionOf = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);
const without = (kind: string): KubeObject[] => whole.filter((each) => each.kind !== kind);

test('a claimed instance that keeps every part and its list is whole', () => {
  assert.equal(fate(whole), { name: 'ws', broken: [], old: false, start: 'eager', met: false });
});

test('an older image is told apart', () => {
  const found = fate([...without('Deployment'), deployment(13, 'registry.example.test/java:1.0.0')]);
  assert.equal([found.broken, found.old], [[], true]);
});

test('a session that was never handled is broken, with the operator’s words', () => {
  const { broken, start } = fate(whole, whole, [session(10, 'HANDLING'), session(11, 'ERROR', 'No luck.')]);
  assert.equal([broken, start], [['ERROR: No luck.'], 'none']);
  assert.equal(fate(whole, whole, [session(10, 'HANDLING')]).broken, ['HANDLING: ']);
});

test('a part that vanishes, or comes back as another object, breaks it', () => {
  assert.equal(fate(whole, without('Deployment')).broken, ['deployment vanished']);
  const remade = [...without('Deployment'), deployment(30, image, { uid: 'another' })];
  assert.equal(fate(whole, remade).broken, ['deployment remade']);
});

test('a part that it never got breaks it', () => {
  assert.equal(fate(without('Deployment')).broken, ['got no deployment']);
});

test('a list that was wrong for a moment breaks it, also when it is right again at the end', () => {
  const empty = configMap('emails', 30, '');
  const mended = configMap('emails', 31, 'ws@example.test');
  const last = [...whole.filter(({ metadata }) => !metadata.name.includes('emails')), mended];
  assert.equal(fate([...whole, empty, mended], last).broken, ['allow-list wrong']);
});

test('what happens to the list after its end is the release’s affair', () => {
  assert.equal(fate([...whole, configMap('emails', 120, '')], whole).broken, []);
});

test('objects of its own, and no instance: started lazily', () => {
  const own = [
    versioned('Service', 'session-ws', 11, { owners: [owner] }),
    versioned('Service', 'session-ws-int', 12, { owners: [owner] }),
    versioned('Deployment', 'session-ws', 13, { owners: [owner], spec: deployment(1).spec }),
    versioned('ConfigMap', 'session-proxy', 14, { owners: [owner], purpose: 'proxy' }),
    versioned('ConfigMap', 'session-emails', 15, {
      owners: [owner],
      purpose: 'emails',
      data: { 'authenticated-emails-list': 'ws@example.test' },
    }),
  ];
  assert.equal(fate([...own, configMap('emails', 3)]), {
    name: 'ws',
    broken: [],
    old: false,
    start: 'lazy',
    met: false,
  });
});

test('it met the closing when a hold was set while it was being handled', () => {
  const other = 'instance-2-java-0123456789ab-int';
  const free = versioned('Service', other, 5);
  const held = (version: number): KubeObject =>
    versioned('Service', other, version, { owners: [app, lease] });
  assert.is(fate([...whole, free, held(15)], whole).met, true);
  assert.is(fate([...whole, free, held(25)], whole).met, false);
  assert.is(fate([...whole, held(5), held(15)], whole).met, false, 'held before');
});

test.run();
