import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { restoredLists } from '../../../plugin/theia/reconcile/pass.ts';
import { appIn, recorded } from '../recordings.ts';

test('emptied lists of live sessions are written back, where the ConfigMap still exists', () => {
  const objects = recorded('03-nudged');
  const restored = restoredLists(appIn(objects, 'java-25-latest'), objects);
  assert.equal(
    restored.map(({ emails, user }) => [emails.metadata.name, user]),
    [
      ['instance-1-email-java-25-lat-7daec4467ba2', 'alice@example.test'],
      ['instance-2-email-java-25-lat-7daec4467ba2', 'bob@example.test'],
    ],
  );
  const gone = recorded('04-scaledown');
  assert.is(restoredLists(appIn(gone, 'java-25-latest'), gone).length, 1);
});

test('a list that is right is left alone', () => {
  const objects = recorded('01-claimed');
  assert.equal(restoredLists(appIn(objects, 'java-25-latest'), objects), []);
});

test('a session that is not live gets no list back', () => {
  const objects = recorded('03-nudged').map((object) =>
    object.kind === 'Session' ? { ...object, status: { operatorStatus: 'ERROR' } } : object,
  );
  assert.equal(restoredLists(appIn(objects, 'java-25-latest'), objects), []);
});

test('a session of a former AppDefinition gets no list in the pool that was made anew (F10)', () => {
  const uid = '00000000-0000-0000-0000-000000000000';
  const old = recorded('03-nudged');
  const anew = old.map((object) =>
    object.kind === 'ConfigMap' || object.kind === 'AppDefinition'
      ? JSON.parse(JSON.stringify(object).replaceAll(appIn(old, 'java-25-latest').metadata.uid, uid))
      : object,
  );
  assert.equal(restoredLists(appIn(anew, 'java-25-latest'), anew), []);
});

test.run();
