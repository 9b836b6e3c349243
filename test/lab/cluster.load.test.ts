import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newestTime } from '../../plugin/lab/cluster.ts';
import { startLab } from '../../plugin/lab/lab.ts';
import type { KubeObject } from '../../plugin/model/kube.ts';

const folder = 'test/fixtures/recordings';
const read = (file: string): KubeObject[] => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')).items;

/** All that was recorded, but for the resourceVersion. */
function bare({ metadata, ...rest }: KubeObject): object {
  const { resourceVersion: _, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  test(`${file} is loaded verbatim and no controller touches it`, async () => {
    const items = read(file);
    const lab = await startLab({ scale: 100, start: newestTime(items) });
    lab.load(items);
    await lab.clock.sleep(3000);
    const stored = items.map(({ kind, metadata }) => lab.store.get(kind, 'theia', metadata.name)!);
    await lab.stop();
    assert.equal(stored.map(bare), items.map(bare));
    assert.equal(lab.audit.writes, []);
  });
}

test('an object without UID and time gets both, and its namespace is made', async () => {
  const lab = await startLab({ controllers: false });
  const put = lab.put({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'new', uid: '' },
  });
  await lab.stop();
  assert.match(put.metadata.uid, /^[0-9a-f-]{36}$/);
  assert.type(put.metadata.creationTimestamp, 'string');
  assert.is(lab.objects('Namespace').length, 2);
});

test('the newest time of a recording is found wherever it is, and none is an error', () => {
  assert.is(newestTime(read('41-gate-closed.json')), Date.parse('2026-11-30T13:55:12.796794Z'));
  assert.throws(() => newestTime([]), /no time/);
});

test.run();
