import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../plugin/model/kube.ts';
import type { ApiAnswer, ApiClient, ApiRequest } from '../../control-plane/http.ts';
import { environmentOf, mountVolumes } from './volumes.ts';

const token = { path: 'token', expirationSeconds: 3607 };
const access = {
  name: 'access',
  projected: {
    sources: [
      { serviceAccountToken: token },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      {
        downwardAPI: {
          items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }],
        },
      },
    ],
  },
};

function podWith(volumes: object[], env: object[] = []): KubeObject {
  const volumeMounts = (volumes as { name: string }[]).map(({ name }) => ({
    name,
    mountPath: `/at/${name}`,
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'guard-x', namespace: 'theia', uid: 'pod-uid' },
    spec: { serviceAccountName: 'warmgate-guard', volumes, containers: [{ volumeMounts, env }] },
  };
}

/** Answers from a table of ConfigMaps; requests for a token are kept. */
function api(configMaps: Record<string, Record<string, string>>, asked: ApiRequest[] = []): ApiClient {
  const send = async (path: string, request: ApiRequest = {}): Promise<ApiAnswer> => {
    if (path.endsWith('/serviceaccounts/warmgate-guard/token')) {
      asked.push(request);
      return { status: 201, body: { status: { token: 'a.b.c' } } };
    }
    const data = configMaps[path.split('/').at(-1) ?? ''];
    return data === undefined ? { status: 404, body: {} } : { status: 200, body: { data } };
  };
  return { send, call: send } as Partial<ApiClient> as ApiClient;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'warmgate-volumes-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the account directory holds a token for this very pod, the authority and the namespace', () =>
  inFolder(async (folder) => {
    const asked: ApiRequest[] = [];
    const mounts = await mountVolumes(
      api({ 'kube-root-ca.crt': { 'ca.crt': 'PEM', other: 'x' } }, asked),
      podWith([access]),
      folder,
    );
    assert.equal(mounts, [{ source: join(folder, 'access'), target: '/at/access', writable: false }]);
    const read = (name: string): string => readFileSync(join(folder, 'access', name), 'utf8');
    assert.equal([read('token'), read('ca.crt'), read('namespace')], ['a.b.c', 'PEM', 'theia']);
    const [{ body }] = asked as [ApiRequest];
    assert.equal((body as KubeObject).spec, {
      expirationSeconds: 3607,
      boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'guard-x', uid: 'pod-uid' },
    });
  }));

test('a ConfigMap becomes files that another user can read; one that may be missing becomes none', () =>
  inFolder(async (folder) => {
    const pod = podWith([
      { name: 'desired', configMap: { name: 'desired' } },
      { name: 'maybe', configMap: { name: 'nowhere', optional: true } },
    ]);
    await mountVolumes(api({ desired: { 'appdefinitions.yaml': 'a: 1' } }), pod, folder);
    const file = join(folder, 'desired/appdefinitions.yaml');
    assert.is(readFileSync(file, 'utf8'), 'a: 1');
    assert.is(statSync(file).mode & 0o777, 0o644);
    assert.is(statSync(join(folder, 'maybe')).mode & 0o777, 0o755);
  }));

test('a ConfigMap that is not there keeps the pod waiting, in the words of a kubelet', () =>
  inFolder(async (folder) => {
    const pod = podWith([{ name: 'desired', configMap: { name: 'desired' } }]);
    try {
      await mountVolumes(api({}), pod, folder);
      assert.unreachable();
    } catch (error) {
      assert.match((error as Error).message, /configmap "desired" not found/);
    }
  }));

test('a container learns where the API server is and gets the variables of its spec', () => {
  const env = [
    { name: 'PLAIN', value: 'x' },
    { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
  const found = environmentOf(podWith([], env), 'https://127.0.0.1:6443');
  assert.equal([found.KUBERNETES_SERVICE_HOST, found.KUBERNETES_SERVICE_PORT], ['127.0.0.1', '6443']);
  assert.equal([found.PLAIN, found.POD, found.HOME], ['x', 'guard-x', undefined]);
});

test.run();
