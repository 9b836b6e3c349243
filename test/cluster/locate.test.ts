import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { locate } from '../../plugin/cluster/locate.ts';
import { RunError } from '../../plugin/model/run-error.ts';
import { kubeconfigOf } from './api.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'warmgate-test-'));

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

function refusal(...args: Parameters<typeof locate>): RunError {
  try {
    locate(...args);
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const prod = file(
  'prod',
  kubeconfigOf('https://prod.example.test:6443/', { context: 'prod', namespace: 'edu' }),
);
const stage = file('stage', kubeconfigOf('https://stage.example.test', { context: 'stage', token: 'other' }));

test('the file asked for beats KUBECONFIG, and that beats the home directory', () => {
  const home = path.join(folder, 'home');
  file('home/.kube/config', kubeconfigOf('https://home.example.test', { context: 'home' }));
  const env = { KUBECONFIG: stage, HOME: home };
  assert.is(locate({ kubeconfig: prod, env }).context, 'prod');
  assert.is(locate({ env }).context, 'stage');
  assert.is(locate({ env: { HOME: home } }).context, 'home');
});

test('server and namespace are those of the context', () => {
  const { server, namespace } = locate({ kubeconfig: prod, env: {} });
  assert.equal([server, namespace], ['https://prod.example.test:6443', 'edu']);
});

test('of several files the first current-context wins, and of two entries of one name the first', () => {
  const twin = file('twin', kubeconfigOf('https://wrong.example.test', { context: 'prod', token: 'wrong' }));
  const missing = path.join(folder, 'missing');
  const empty = file('empty', '\n');
  const env = { KUBECONFIG: [missing, empty, prod, twin, stage].join(path.delimiter) };
  const first = locate({ env });
  assert.equal([first.context, first.server], ['prod', 'https://prod.example.test:6443']);
  assert.is(first.user.token, 't0ken');
  assert.is(locate({ env, context: 'stage' }).server, 'https://stage.example.test');
});

test('a context that no file has is refused with those that there are', () => {
  const error = refusal({ kubeconfig: prod, context: 'dev', env: {} });
  assert.equal([error.exit, error.message], [2, `context dev is not in ${prod}; there are: prod`]);
});

test('a missing file is refused by name, also when all of KUBECONFIG are missing', () => {
  const missing = path.join(folder, 'missing');
  for (const source of [{ kubeconfig: missing, env: {} }, { env: { KUBECONFIG: missing } }]) {
    const error = refusal(source);
    assert.equal([error.exit, error.message], [2, `no kubeconfig: ${missing} does not exist`]);
  }
  assert.match(refusal({ env: {} }).message, 'give --kubeconfig FILE');
});

test('an unusable file is refused, and nothing of its content is repeated', () => {
  const cases: [string, string][] = [
    ['a: [s3cret', 'not YAML'],
    ['s3cret', 'not a mapping'],
    ['current-context: x\ncontexts: [{name: x, context: {cluster: s3cret}}]', 'names no cluster'],
    [kubeconfigOf('s3cret').replace('s3cret', 's3cret:::'), 'no http or https address'],
  ];
  for (const [text, reason] of cases) {
    const error = refusal({ kubeconfig: file('bad', text), env: {} });
    assert.equal([error.code, error.exit], ['badKubeconfig', 2], text);
    assert.match(error.message, reason);
    assert.not.match(error.message, 's3cret');
  }
  assert.is(refusal({ kubeconfig: folder, env: {} }).code, 'badKubeconfig');
  assert.is(refusal({ kubeconfig: file('none', 'clusters: []'), env: {} }).code, 'noContext');
});

test('in a pod the service account is taken, with its namespace', () => {
  const root = path.join(folder, 'pod');
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443', HOME: folder };
  assert.match(refusal({ env }, root).message, 'service account token not mounted at');
  file('pod/var/run/secrets/kubernetes.io/serviceaccount/token', 't');
  file('pod/var/run/secrets/kubernetes.io/serviceaccount/ca.crt', 'c');
  file('pod/var/run/secrets/kubernetes.io/serviceaccount/namespace', 'pools\n');
  const { context, namespace, server } = locate({ env }, root);
  assert.equal([context, namespace, server], ['in-cluster', 'pools', 'https://10.0.0.1']);
});

test('a context or file that was asked for is never replaced by the pod’s account', () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };
  assert.is(refusal({ env, context: 'prod' }, path.join(folder, 'pod')).code, 'missingKubeconfig');
  assert.is(locate({ env, kubeconfig: prod }, path.join(folder, 'pod')).context, 'prod');
});

test('a context without user is anonymous', () => {
  const text = JSON.parse(kubeconfigOf('https://x.example.test'));
  text.contexts[0].context.user = '';
  const { user } = locate({ kubeconfig: file('nobody', JSON.stringify(text)), env: {} });
  assert.is(user.token, '');
});

test.after(() => rmSync(folder, { recursive: true, force: true }));
test.run();
