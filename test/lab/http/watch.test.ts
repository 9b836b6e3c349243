import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Lab, startLab } from '../../../plugin/lab/lab.ts';
import { configMap, merge, paths, request } from '../request.ts';
import { until } from '../until.ts';

let lab: Lab;
test.before.each(async () => {
  lab = await startLab({ controllers: false, scale: 100 });
});
test.after.each(() => lab.stop());

interface Seen {
  events: string[];
  done: boolean;
  abort: () => void;
}

/** Watches and notes `TYPE name` of each event, or the code of an ERROR. */
function watch(query: string): Seen {
  const controller = new AbortController();
  const seen: Seen = { events: [], done: false, abort: () => controller.abort() };
  const read = async (): Promise<void> => {
    const url = `${lab.server}${paths.configmaps}?watch=true&${query}`;
    const response = await fetch(url, { signal: controller.signal });
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { type, object } = JSON.parse(line);
        seen.events.push(`${type} ${object.metadata.name ?? object.code ?? ''}`.trim());
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      seen.done = true;
    });
  return seen;
}

test('a watch from a list gives what came later, no-op writes not among it', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('old'));
  const { body } = await request(lab, 'GET', paths.configmaps);
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  const seen = watch(`resourceVersion=${body.metadata.resourceVersion}`);
  await until('the missed event', () => seen.events.length === 1);
  await request(lab, 'PATCH', `${paths.configmaps}/one`, { data: { key: 'value' } }, merge);
  await request(lab, 'PATCH', `${paths.configmaps}/one`, { data: { key: 'new' } }, merge);
  await request(lab, 'DELETE', `${paths.configmaps}/one`);
  await until('all events', () => seen.events.length >= 3);
  assert.equal(seen.events, ['ADDED one', 'MODIFIED one', 'DELETED one']);
});

test('a watch without resourceVersion starts with what is there', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('old'));
  const seen = watch('');
  await until('the event', () => seen.events.length === 1);
  assert.equal(seen.events, ['ADDED old']);
});

test('through a label selector an object that leaves the selection is DELETED', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  const seen = watch(`resourceVersion=${lab.store.resourceVersion()}&labelSelector=a%3Db`);
  const label = (value: string | null) =>
    request(lab, 'PATCH', `${paths.configmaps}/one`, { metadata: { labels: { a: value } } }, merge);
  await request(lab, 'POST', paths.configmaps, configMap('other'));
  await label('b');
  await label(null);
  await until('both events', () => seen.events.length >= 2);
  assert.equal(seen.events, ['ADDED one', 'DELETED one']);
});

test('a watch from a version that is no longer kept ends with 410', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  await request(lab, 'POST', paths.configmaps, configMap('two'));
  lab.store.compact();
  const seen = watch('resourceVersion=1');
  await until('the end', () => seen.done);
  assert.equal(seen.events, ['ERROR 410']);
});

test('a watch ends after timeoutSeconds of the lab clock', async () => {
  const seen = watch('timeoutSeconds=10');
  await until('the end', () => seen.done, 2000);
});

test('sendInitialEvents gives the objects, then a bookmark that says so', async () => {
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  const seen = watch('sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true');
  await until('the bookmark', () => seen.events.length === 2);
  assert.equal(seen.events, ['ADDED one', 'BOOKMARK']);
});

test('cut ends open watches, and the server goes on', async () => {
  const seen = watch('');
  await request(lab, 'POST', paths.configmaps, configMap('one'));
  await until('the event', () => seen.events.length === 1);
  lab.cut();
  await until('the end', () => seen.done);
  assert.is((await request(lab, 'GET', paths.configmaps)).code, 200);
});

test.run();
