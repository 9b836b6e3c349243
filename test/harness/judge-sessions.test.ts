import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { bySession, handsOf, historyOf, partName, poolOfTwo, withChange } from './given.ts';
import { baselineOf, handedFaults, sessionFaults } from './judge-sessions.ts';
import { object } from './objects.ts';
import { viewOf } from './view.ts';

async function faults(
  after: readonly KubeObject[],
  ...between: readonly (readonly KubeObject[])[]
): Promise<string[]> {
  const history = historyOf(poolOfTwo(), ...between, after);
  const first = await viewOf(handsOf(stamped(history)));
  return sessionFaults(baselineOf(first), await viewOf(handsOf(after)), {}, history);
}

/** The first state with the resourceVersions that the history gave it. */
function stamped(history: ReturnType<typeof historyOf>): KubeObject[] {
  const kinds = ['AppDefinition', 'Session', 'Service', 'ConfigMap', 'Deployment', 'Pod'] as const;
  return kinds.flatMap((kind) => history.before(kind, String(poolOfTwo().length + 1)));
}

const emails = partName(1, 'email-');
const remade = (found: KubeObject): KubeObject => ({
  ...found,
  metadata: { ...found.metadata, uid: 'another' },
});
const emptied = (found: KubeObject): KubeObject => ({ ...found, data: { 'authenticated-emails-list': '' } });

test('a session that kept everything has no fault', async () => {
  assert.equal(await faults(poolOfTwo()), []);
});

test('a part that was remade or lost is a fault, a wrong list too', async () => {
  const nothing = { remade: [], lost: [], list: 'right' };
  const says = (what: object) => [
    `session ws-one: ${JSON.stringify({ ...nothing, ...what })}, expected ${JSON.stringify(nothing)}`,
  ];
  assert.equal(
    await faults(withChange(poolOfTwo(), 'Service', partName(1), remade)),
    says({ remade: ['externalService'] }),
  );
  assert.equal(
    await faults(withChange(poolOfTwo(), 'Deployment', partName(1), () => undefined)),
    says({ lost: ['deployment'] }),
  );
  const empty = withChange(poolOfTwo(), 'ConfigMap', emails, emptied);
  assert.equal((await faults(empty))[0], says({ list: 'wrong' })[0]);
});

test('a list that was emptied and mended in between is a fault all the same', async () => {
  const empty = withChange(poolOfTwo(), 'ConfigMap', emails, emptied);
  assert.equal(await faults(poolOfTwo(), empty), [
    'session ws-one: its list did not admit its user alone at some moment',
  ]);
});

test('what a new session got: a current instance, an old one, own objects, or nothing', async () => {
  const got = async (
    change: (found: KubeObject) => KubeObject,
    session: Partial<KubeObject> = {},
  ): Promise<string> => {
    const after = withChange(
      withChange(poolOfTwo(), 'Deployment', partName(1), change),
      'Session',
      'ws-one',
      (found) => ({ ...found, ...session }),
    );
    const history = historyOf(
      poolOfTwo().map((each) => (each.kind === 'Session' ? object('Session', 'other') : each)),
      after,
    );
    return (await handedFaults(new Set(['ws-one']), await viewOf(handsOf(after)), history, {})).join();
  };
  const same = (found: KubeObject): KubeObject => found;
  assert.is(await got(same), 'session ws-one got current, expected (not named)');
  const old = (found: KubeObject): KubeObject => ({
    ...found,
    metadata: { ...found.metadata, labels: { 'theia-cloud.io/appdefinition-generation': '0' } },
  });
  assert.match(await got(old), /got (stale|half)/);
  assert.is(
    await got(same, { status: { operatorStatus: 'ERROR' } }),
    'session ws-one got failed, expected (not named)',
  );
  const lazy = [
    ...poolOfTwo().filter(({ metadata }) => !metadata.name.startsWith('instance-')),
    object('Deployment', 'session-x', { metadata: { ownerReferences: [bySession] } }),
  ];
  const faults = handedFaults(new Set(['ws-one']), await viewOf(handsOf(lazy)), historyOf(lazy), {
    'ws-one': ['current', 'lazy'],
  });
  assert.equal(faults, []);
  assert.equal(handedFaults(new Set(), await viewOf(handsOf(lazy)), historyOf(lazy), { 'ws-two': 'lazy' }), [
    'session ws-two is not there',
  ]);
});

test.run();
