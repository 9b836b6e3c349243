import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Kind } from '../../plugin/model/kinds.ts';
import { byApp, byLease, bySession, historyOf, owner, partName, poolOfTwo } from './given.ts';
import type { Write } from './ground.ts';
import { nudgeFaults, writeFaults } from './judge-writes.ts';

const history = historyOf(poolOfTwo());
const plural = {
  Service: 'services',
  ConfigMap: 'configmaps',
  Deployment: 'deployments',
  AppDefinition: 'appdefinitions',
};

/** What the judge says of one patch of warmgate's on an object as it is. */
async function patch(
  kind: keyof typeof plural,
  name: string,
  metadata: object,
  rest: object = {},
): Promise<string[]> {
  const body = { metadata: { resourceVersion: history.at(kind as Kind, name), ...metadata }, ...rest };
  const found = await writeFaults([write('patch', plural[kind], name, body)], history);
  return found.map((fault) => fault.replace(/^.*?\): /, ''));
}

function write(verb: string, resource: string, name: string, body: object): Write {
  return { verb, resource, name, subresource: '', body, code: 200, at: 0 };
}

const free = partName(2, '', '-int');

test('a hold on a free part, and taking it off, are allowed', async () => {
  assert.equal(await patch('Service', free, { ownerReferences: [byApp, byLease] }), []);
});

test('no hold on what a Session owns, no label on it either', async () => {
  const claimed = partName(1, '', '-int');
  assert.equal(await patch('Service', claimed, { ownerReferences: [byApp, bySession, byLease] }), [
    'holds a part that a Session owns',
  ]);
  assert.equal(await patch('Service', claimed, { labels: { a: 'b' } }), [
    'labels a part that a Session owns',
  ]);
});

test('references of others stay as they are, and one of them stays', async () => {
  assert.equal(await patch('Service', partName(1), { ownerReferences: [byApp] }), [
    'takes Session ws-one off',
  ]);
  assert.equal(await patch('Service', free, { ownerReferences: [byLease] }), [
    'takes AppDefinition java off',
    'leaves no owner but ours',
  ]);
  assert.equal(await patch('Service', free, { ownerReferences: [{ ...byApp, controller: true }] }), [
    'changes the reference to AppDefinition java',
  ]);
  assert.equal(
    await patch('Service', free, { ownerReferences: [byApp, { ...byLease, blockOwnerDeletion: false }] }),
    ['adds more than an owner'],
  );
});

test('a claim is completed in its own instance only', async () => {
  assert.equal(await patch('ConfigMap', partName(1, 'proxy-'), { ownerReferences: [byApp, bySession] }), []);
  assert.equal(await patch('ConfigMap', partName(2, 'proxy-'), { ownerReferences: [byApp, bySession] }), [
    'gives the part to Session ws-one, which has another instance',
  ]);
  assert.equal(await patch('Service', free, { ownerReferences: [byApp, owner('Job', 'x', 'x')] }), [
    'adds Job x as owner',
  ]);
});

test('a list gets its session user and nobody else', async () => {
  const mend = (user: string) =>
    patch('ConfigMap', partName(1, 'email-'), {}, { data: { 'authenticated-emails-list': user } });
  assert.equal(await mend('ws-one@example.test'), []);
  assert.equal(await mend('other@example.test'), ['writes an address that is not its session user']);
  assert.equal(await patch('ConfigMap', partName(1, 'email-'), {}, { data: { other: '' } }), [
    'writes other',
  ]);
});

test('without the resourceVersion of the very object nothing may be written', async () => {
  const body = { metadata: { ownerReferences: [byApp, byLease] } };
  assert.equal(await writeFaults([write('patch', 'services', free, body)], history), [
    `patch services/${free} (200): carries no resourceVersion that this object ever had`,
  ]);
  const other = { metadata: { resourceVersion: history.at('Service', partName(2)), labels: {} } };
  assert.match(
    (await writeFaults([write('patch', 'services', free, other)], history)).join(),
    /carries the resourceVersion of/,
  );
});

test('of the AppDefinition only the nudge is written, and nothing foreign, no status, nothing by create or delete', async () => {
  const nudge = { annotations: { 'warmgate/nudge': '1/1/now' } };
  assert.equal(await patch('AppDefinition', 'java', nudge), []);
  assert.equal(await patch('AppDefinition', 'java', nudge, { spec: {} }), ['writes spec, warmgate/nudge']);
  const says = async (each: Write) => (await writeFaults([each], history)).join();
  assert.match(
    await says(write('patch', 'leases', 'theia-cloud-operator-leaders', {})),
    /is no Lease of ours/,
  );
  assert.match(await says(write('create', 'services', 'x', {})), /is no patch/);
  assert.match(
    await says({ ...write('patch', 'sessions', 'ws-one', {}), subresource: 'status' }),
    /touches a subresource/,
  );
});

test('a Service is deleted with preconditions, and never one that a Session owns', async () => {
  const remove = (name: string, preconditions?: object) =>
    writeFaults(
      [write('delete', 'services', name, preconditions === undefined ? {} : { preconditions })],
      history,
    );
  const of = (name: string) => ({ uid: `Service/${name}`, resourceVersion: history.at('Service', name) });
  assert.equal(await remove(free, of(free)), []);
  assert.match((await remove(free)).join(), /without preconditions/);
  assert.match((await remove(partName(1), of(partName(1)))).join(), /what a Session owns/);
});

test('a nudge needs every free internal Service held and every live claim complete', () => {
  const nudged = (ownersOfFree: object[], ownersOfProxy: object[]) => {
    const closed = poolOfTwo().map((each) => {
      const own = { [free]: ownersOfFree, [partName(1, 'proxy-')]: ownersOfProxy }[each.metadata.name];
      return own === undefined
        ? each
        : { ...each, metadata: { ...each.metadata, ownerReferences: own as never } };
    });
    const annotations = { 'warmgate/nudge': '1/1/now' };
    const after = closed.map((each) =>
      each.kind === 'AppDefinition' ? { ...each, metadata: { ...each.metadata, annotations } } : each,
    );
    const sent = write('patch', 'appdefinitions', 'java', { metadata: { annotations } });
    return nudgeFaults([sent], historyOf(closed, after));
  };
  assert.equal(nudged([byApp, byLease], [byApp, bySession]), []);
  assert.equal(nudged([byApp], [byApp, bySession]), [`nudge of java: ${free} was open`]);
  assert.equal(nudged([byApp, byLease], [byApp]), [
    `nudge of java: ConfigMap ${partName(1, 'proxy-')} was not its session's own`,
  ]);
});

test.run();
