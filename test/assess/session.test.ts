import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import type { PartKind } from '../../plugin/model/parts.ts';
import { allowListKey, labels } from '../../plugin/theia/labels.ts';
import { sessionOf, worldStart } from '../harness/world-objects.ts';
import { lazily, live } from './fixtures.ts';
import {
  changed,
  claimed,
  codes,
  free,
  look,
  looks,
  ofKind,
  part,
  pool,
  sessionIn,
  without,
} from './given.ts';

const whole = pool([live()]);
const claimOnly = pool([live('claimed')]);
const forgiving = { tellHarmBefore: true };

function remade(objects: KubeObject[], kind: PartKind): KubeObject[] {
  return changed(objects, part(1, kind), { metadata: { uid: `${kind}-anew` } });
}

function list(objects: KubeObject[], text: string): KubeObject[] {
  return changed(objects, part(1, 'emailConfigMap'), { data: { [allowListKey]: text } });
}

/** The session after two looks of a run that may forgive what the first one shows. */
function after(first: KubeObject[], then: KubeObject[], options = forgiving) {
  const session = sessionIn(
    looks(
      [
        [0, first],
        [1000, then],
      ],
      options,
    ),
    'java-1-live',
  );
  return { outcome: session.outcome, list: session.allowList, codes: codes(session) };
}

test('a live session whose parts are all its own and as they were is untouched', () => {
  assert.equal(after(whole, whole), { outcome: 'untouched', list: 'right', codes: [] });
});

for (const kind of [
  'externalService',
  'internalService',
  'deployment',
  'proxyConfigMap',
  'emailConfigMap',
] as const) {
  test(`its ${kind}, once its own, must neither change nor go`, () => {
    assert.equal(after(whole, remade(whole, kind)).codes, ['partRemade']);
    const gone = after(whole, without(whole, 1, kind));
    assert.equal([gone.outcome, gone.codes], ['harmed', ['partLost']]);
  });
}

test('ConfigMaps that it never owned may be replaced, and it is whole again once the list is right', () => {
  const both = remade(remade(claimOnly, 'emailConfigMap'), 'proxyConfigMap');
  assert.equal(after(claimOnly, both), {
    outcome: 'mended',
    list: 'right',
    codes: ['claimIncomplete', 'proxyRemade'],
  });
  const empty = after(claimOnly, list(both, ''));
  assert.equal([empty.outcome, empty.list], ['harmed', 'wrong']);
  assert.equal(empty.codes, ['allowListWrong', 'claimIncomplete', 'proxyRemade']);
});

test('a ConfigMap whose claim was completed in between must stay', () => {
  const session = sessionIn(
    looks([
      [0, claimOnly],
      [1000, whole],
      [2000, remade(whole, 'emailConfigMap')],
    ]),
    'java-1-live',
  );
  assert.equal([session.outcome, codes(session)], ['harmed', ['partRemade']]);
});

test('a ConfigMap that was remade before its claim was completed is whole, and must stay from then on', () => {
  const completed = remade(whole, 'emailConfigMap');
  const [then, again] = [
    completed,
    changed(completed, part(1, 'emailConfigMap'), { metadata: { uid: 'third' } }),
  ].map((last, at) =>
    sessionIn(
      looks([
        [0, claimOnly],
        [1000, remade(claimOnly, 'emailConfigMap')],
        [2000, completed],
        ...(at === 0 ? [] : [[3000, last] as const]),
      ]),
      'java-1-live',
    ),
  );
  assert.equal([then?.outcome, then && codes(then)], ['mended', ['proxyRemade']]);
  assert.equal([again?.outcome, again && codes(again)], ['harmed', ['partRemade']]);
});

test('a part that comes back under its name is not the one that was lost', () => {
  const session = sessionIn(
    looks([
      [0, whole],
      [1000, without(whole, 1, 'externalService')],
      [2000, remade(whole, 'externalService')],
    ]),
    'java-1-live',
  );
  assert.equal(codes(session), ['partRemade']);
});

test('an allow-list must admit its user and nobody else', () => {
  const user = 'java-1-live@example.test';
  for (const right of [user, `${user}\n`, `\n ${user.toUpperCase()} \n`])
    assert.is(after(list(whole, right), list(whole, right)).list, 'right');
  for (const wrong of ['', '\n', 'other@example.test', `${user}\nother@example.test`, `${user} other`])
    assert.equal(after(list(whole, wrong), list(whole, wrong)).codes, ['allowListWrong']);
});

test('a list that was wrong at the first look and is right now was mended', () => {
  assert.equal(after(list(whole, ''), whole), { outcome: 'mended', list: 'right', codes: [] });
});

test('a ConfigMap that is gone admits nobody; without Keycloak there is none', () => {
  const gone = without(whole, 1, 'emailConfigMap');
  assert.equal(after(gone, gone, { tellHarmBefore: false }), {
    outcome: 'harmed',
    list: 'missing',
    codes: ['partLost'],
  });
  const bare = pool([live()], {}, { keycloak: false });
  assert.equal(after(bare, bare), { outcome: 'untouched', list: 'none', codes: [] });
});

test('what was lost before the first look is told apart from what a run lost, and is harm all the same', () => {
  const gone = without(whole, 1, 'proxyConfigMap');
  assert.equal(after(gone, gone), { outcome: 'harmed', list: 'right', codes: ['harmedBefore'] });
  const accepted = { tellHarmBefore: true, acceptHarmBefore: true };
  assert.equal(after(gone, gone, accepted).codes, ['harmAccepted']);
  assert.equal(after(gone, without(gone, 1, 'deployment'), accepted).codes, ['harmAccepted', 'partLost']);
  assert.equal(after(gone, gone, { tellHarmBefore: false }).codes, ['partLost']);
  assert.equal(after(gone, without(gone, 1, 'deployment')).codes, ['harmedBefore', 'partLost']);
});

test('only a live session can be harmed; one that claims, ends or failed is left alone', () => {
  for (const by of ['inFlight', 'ending', 'failed'] as const) {
    const objects = pool([free(1, { claim: { by, steps: 3 } })]);
    const session = sessionIn(look(list(objects, 'x')), `java-1-${by.toLowerCase()}`);
    assert.equal(
      [session.phase, session.allowList, session.outcome, session.reasons, session.uncovered],
      [by, 'none', 'untouched', [], []],
    );
  }
});

test('a session that becomes live later is compared with how it was then', () => {
  const claiming = changed(remade(whole, 'deployment'), ofKind('Session'), {
    status: { operatorStatus: 'HANDLING' },
  });
  assert.equal(after(claiming, whole).codes, []);
});

test('a session that started lazily is compared by what it owns itself', () => {
  const objects = [...pool([free(1)]), ...lazily('ws-lazy')];
  const session = sessionIn(look(objects), 'ws-lazy');
  assert.equal(
    [session.start, session.instanceId, session.outcome, session.allowList],
    ['lazy', undefined, 'untouched', 'right'],
  );
  assert.equal([session.parts.length, session.uncovered], [5, []]);
});

test('a lazy session is harmed like any other', () => {
  const objects = [...pool([free(1)]), ...lazily('ws-lazy')];
  const email = ({ metadata }: KubeObject) =>
    metadata.labels?.[labels.purpose] === 'emails' && metadata.name.startsWith('session-');
  const gone = sessionIn(look(objects.filter((each) => !email(each))), 'ws-lazy');
  assert.equal([gone.allowList, codes(gone)], ['missing', ['partLost']]);
  const emptied = sessionIn(look(changed(objects, email, { data: { [allowListKey]: '' } })), 'ws-lazy');
  assert.equal(codes(emptied), ['allowListWrong']);
  const other = changed(objects, email, { metadata: { uid: 'anew' } });
  assert.equal(
    codes(
      sessionIn(
        looks([
          [0, objects],
          [1000, other],
        ]),
        'ws-lazy',
      ),
    ),
    ['partRemade'],
  );
});

test('a claim that misses parts is incomplete and names them', () => {
  const [reason] = sessionIn(look(claimOnly), 'java-1-live').reasons;
  assert.equal(reason, {
    code: 'claimIncomplete',
    args: { parts: 'proxy ConfigMap, email ConfigMap', count: 2 },
  });
  assert.equal(
    sessionIn(look(claimOnly), 'java-1-live').uncovered.map(({ kind }) => kind),
    ['proxyConfigMap', 'emailConfigMap'],
  );
});

test('two sessions of one pool are told apart', () => {
  const objects = without(pool([claimed(1), claimed(2)]), 2, 'emailConfigMap');
  assert.equal(codes(sessionIn(look(objects), 'java-1-live')), []);
  assert.equal(codes(sessionIn(look(objects), 'java-2-live')), ['partLost']);
});

test('where a session that owns nothing works is told by its annotation, of a lazy one by none', () => {
  const bare = sessionOf('ws-bare', 'java', { id: 7, made: worldStart - 1000 });
  const session = sessionIn(look([...pool([free(1)]), bare]), 'ws-bare');
  assert.equal([session.start, session.instanceId, session.outcome], ['eager', 7, 'harmed']);
  const [lazy] = lazily('ws-lazy');
  assert.ok(lazy);
  const alone = sessionIn(look([...pool([free(1)]), lazy]), 'ws-lazy');
  assert.equal(
    [alone.start, alone.instanceId, alone.uncovered, codes(alone)],
    ['lazy', undefined, [], ['partLost']],
  );
  const unmarked = lazily('ws-lazy').map((each) =>
    each.kind === 'Session' ? { ...each, metadata: { ...each.metadata, annotations: {} } } : each,
  );
  assert.is(sessionIn(look([...pool([free(1)]), ...unmarked]), 'ws-lazy').start, 'lazy', 'by what it owns');
});

test.run();
