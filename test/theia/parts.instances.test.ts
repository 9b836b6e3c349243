import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { groupInstances } from '../../plugin/theia/parts.ts';
import { object } from '../harness/objects.ts';

const uid = '5c50cd22-4b9f-493e-aab4-7daec4467ba2';
const app: KubeObject = {
  apiVersion: 'theia.cloud/v1beta11',
  kind: 'AppDefinition',
  metadata: { name: 'java', uid },
};

function owned(
  kind: string,
  name: string,
  ...owners: ['AppDefinition' | 'Session' | 'Lease', string][]
): KubeObject {
  const ownerReferences = owners.map(([owner, of]) => ({
    apiVersion: 'v1',
    kind: owner,
    name: owner === 'AppDefinition' ? 'java' : 'ws',
    uid: of,
  }));
  return object(kind, name, { metadata: { ownerReferences } });
}

function grouped(objects: KubeObject[], apps = [app]) {
  return groupInstances(objects, apps).map(({ id, appUid, appName, parts }) => ({
    id,
    appUid,
    appName,
    parts: parts.map(({ kind }) => kind),
  }));
}

test('objects are sorted into instances by owner and id, whatever their names are cut to', () => {
  const objects = [
    owned('Service', 'instance-10-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('Deployment', 'instance-2-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('Service', 'instance-2-java-7daec4467ba2-int', ['AppDefinition', uid]),
  ];
  assert.equal(grouped(objects), [
    { id: 2, appUid: uid, appName: 'java', parts: ['deployment', 'internalService'] },
    { id: 10, appUid: uid, appName: 'java', parts: ['externalService'] },
  ]);
});

test('a part without an AppDefinition reference belongs where its name says', () => {
  const objects = [
    owned('Deployment', 'instance-2-java-7daec4467ba2', ['Session', 's']),
    owned('Service', 'instance-2-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('PersistentVolumeClaim', 'instance-2-java-7daec4467ba2-pvc'),
  ];
  assert.equal(grouped(objects), [
    { id: 2, appUid: uid, appName: 'java', parts: ['deployment', 'externalService', 'pvc'] },
  ]);
});

test('an instance of which only a Session or a Lease is left keeps the end of its UID', () => {
  for (const kind of ['Session', 'Lease'] as const) {
    const left = [owned('Service', 'instance-1-java-0123456789ab', [kind, 'x'])];
    assert.equal(grouped(left), [{ id: 1, appUid: '0123456789ab', appName: '', parts: ['externalService'] }]);
  }
});

test('instances of two AppDefinitions with one name stay apart', () => {
  const former = '5c50cd22-4b9f-493e-aab4-0123456789ab';
  const objects = [
    owned('Service', 'instance-1-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('Service', 'instance-1-java-0123456789ab', ['AppDefinition', former]),
  ];
  assert.equal(
    grouped(objects).map(({ appUid }) => appUid),
    [uid, former],
  );
});

test('what nobody owns and carries no UID is somebody else’s', () => {
  assert.equal(
    grouped([owned('Deployment', 'instance-1-web'), owned('Service', 'instance-2-verylongname')]),
    [],
  );
  assert.equal(grouped([owned('Deployment', 'instance-1-web')], []), []);
});

test('what is no part of an instance is left out', () => {
  const objects = [
    owned('Deployment', 'session-ws-7daec4467ba2', ['Session', 's']),
    owned('ConfigMap', 'instance-1-proxy-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('Deployment', 'instance-x-java-7daec4467ba2', ['AppDefinition', uid]),
    owned('Pod', 'instance-1-java-7daec4467ba2', ['AppDefinition', uid]),
  ];
  assert.equal(grouped(objects), []);
});

test.run();
