import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { rejects } from '../../harness/rejects.ts';
import { configMap, merge, paths, request } from '../request.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ controllers: false, scale: 10 });
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  lab.audit.clear();
});
test.after.each(() => lab.stop());

const one = `${paths.configmaps}/one`;
const write = (key = 'new') => request(lab, 'PATCH', one, { data: { key } }, merge);
const stored = (): string | undefined => lab.objects('ConfigMap')[0]?.data?.key;

test('429 has Retry-After, hits as often as said, and applies nothing', async () => {
  lab.faults.add({ verb: 'patch', times: 2, fault: { type: 'status', code: 429, retryAfter: 3 } });
  const first = await write();
  assert.is(first.code, 429);
  assert.is(first.headers.get('retry-after'), '3');
  assert.is(first.body.reason, 'TooManyRequests');
  assert.is((await write()).code, 429);
  assert.is(stored(), 'value');
  assert.is((await write()).code, 200);
  assert.equal(
    lab.audit.writes.map((entry) => [entry.code, entry.changed]),
    [
      [429, false],
      [429, false],
      [200, true],
    ],
  );
});

test('a rule hits only what it names, and skips what it lets pass first', async () => {
  lab.faults.add({ kind: 'Pod', fault: { type: 'status', code: 500 } });
  lab.faults.add({ verb: 'list', name: /^x/, fault: { type: 'status', code: 500 } });
  lab.faults.add({ user: 'other', fault: { type: 'status', code: 500 } });
  const remove = lab.faults.add({ verb: ['list', 'get'], skip: 1, fault: { type: 'status', code: 503 } });
  assert.is((await request(lab, 'GET', paths.configmaps)).code, 200);
  assert.is((await request(lab, 'GET', one)).code, 503);
  remove();
  assert.is((await request(lab, 'GET', one)).code, 200);
  assert.is((await request(lab, 'GET', paths.pods)).code, 500);
});

test('410 on a list is a Status, on a watch an ERROR event', async () => {
  lab.faults.add({ verb: ['list', 'watch'], fault: { type: 'gone' } });
  const list = await request(lab, 'GET', paths.configmaps);
  assert.equal([list.code, list.body.reason], [410, 'Expired']);
  const watch = await request(lab, 'GET', `${paths.configmaps}?watch=true&resourceVersion=1`);
  assert.equal([watch.code, watch.body.type, watch.body.object.code], [200, 'ERROR', 410]);
});

test('an injected conflict is 409 and applies nothing', async () => {
  lab.faults.add({ verb: 'patch', fault: { type: 'conflict' } });
  const { code, body } = await write();
  assert.equal([code, body.reason, stored()], [409, 'Conflict', 'value']);
});

test('a reset before the write applies nothing, a reset after it has applied it', async () => {
  lab.faults.add({ verb: 'patch', times: 1, fault: { type: 'reset' } });
  lab.faults.add({ verb: 'patch', times: 1, fault: { type: 'resetAfter' } });
  await rejects(() => write('first'), /fetch failed/);
  assert.is(stored(), 'value');
  await rejects(() => write('second'), /fetch failed/);
  assert.is(stored(), 'second');
  assert.equal(
    lab.audit.writes.map((entry) => [entry.code, entry.changed]),
    [
      [0, false],
      [200, true],
    ],
  );
});

test('a write may be applied and never answered', async () => {
  lab.faults.add({ verb: 'patch', fault: { type: 'hangAfter' } });
  const signal = AbortSignal.timeout(200);
  const body = JSON.stringify({ data: { key: 'new' } });
  await rejects(() => fetch(lab.server + one, { method: 'PATCH', headers: merge, body, signal }), /timeout/);
  assert.is(stored(), 'new');
});

test('a hang answers nothing and does not keep the lab from stopping', async () => {
  lab.faults.add({ fault: { type: 'hang' } });
  const open = fetch(lab.server + one).then(
    () => 'answered',
    () => 'cut',
  );
  const waited = await Promise.race([open, new Promise((resolve) => setTimeout(resolve, 100, 'waiting'))]);
  assert.is(waited, 'waiting');
  await lab.stop();
  assert.is(await open, 'cut');
});

test('a delay counts on the lab clock', async () => {
  lab.faults.add({ fault: { type: 'delay', ms: 2000 } });
  const start = performance.now();
  assert.is((await request(lab, 'GET', one)).code, 200);
  const took = performance.now() - start;
  assert.ok(took >= 190 && took < 1500, `${took} ms`);
});

test('probability follows the seed', async () => {
  lab.faults.add({ probability: 0.5, fault: { type: 'status', code: 500 } });
  const codes: number[] = [];
  for (let i = 0; i < 40; i += 1) codes.push((await request(lab, 'GET', one)).code);
  const failed = codes.filter((code) => code === 500).length;
  assert.ok(failed > 8 && failed < 32, `${failed} of 40`);
  const other = await startLab({ controllers: false, scale: 10 });
  other.faults.add({ probability: 0.5, fault: { type: 'status', code: 500 } });
  const again: number[] = [];
  for (let i = 0; i < 40; i += 1) again.push((await request(other, 'GET', one)).code);
  await other.stop();
  assert.equal(
    again.map((code) => code === 500),
    codes.map((code) => code === 500),
  );
});

test('onWrite calls back at the n-th write of a user, after it was applied and before the answer', async () => {
  const seen: string[] = [];
  lab.faults.onWrite(2, ({ verb, name }) => void seen.push(`${verb} ${name} ${stored()}`), {
    user: 'tester',
  });
  await write('a');
  await request(lab, 'PATCH', one, { data: { key: 'b' } }, { ...merge, 'user-agent': 'other' });
  await request(lab, 'GET', one);
  assert.equal(seen, []);
  await write('c');
  await write('d');
  assert.equal(seen, ['patch one c']);
});

test('onWrite with phase before sees the object as it was', async () => {
  const seen: unknown[] = [];
  lab.faults.onWrite(1, () => void seen.push(stored()), { phase: 'before' });
  await write('a');
  assert.equal(seen, ['value']);
});

test('a write in the audit log has time, user, body, UID and the object before and after', async () => {
  await write('a');
  const { at, body, before, after, uid, verb, kind, name, namespace, subresource } = lab.audit.writes[0]!;
  assert.equal([verb, kind, namespace, name, subresource], ['patch', 'ConfigMap', 'theia', 'one', '']);
  assert.equal(body, { data: { key: 'a' } });
  assert.equal([before?.data?.key, after?.data?.key], ['value', 'a']);
  assert.is(uid, after?.metadata.uid);
  assert.ok(Math.abs(at - lab.clock.now()) < 10_000);
});

test.run();
