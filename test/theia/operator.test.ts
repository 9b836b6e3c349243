import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { operatorArguments } from '../../plugin/theia/operator.ts';

function workload(...containers: unknown[]): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'operator-deployment', uid: 'u' },
    spec: { template: { spec: { containers } } },
  };
}

function read(args: unknown, command?: unknown) {
  const found = operatorArguments(workload({ name: 'operator', image: 'operator:1', args, command }));
  return found === undefined ? undefined : [found.eagerStart, found.keycloak];
}

test('a flag is set alone, with true, or by an equals sign', () => {
  assert.equal(read(['--eagerStart', '--keycloak']), [true, true]);
  assert.equal(read(['--eagerStart', 'true', '--keycloak=true']), [true, true]);
  assert.equal(read(['--eagerStart', 'false', '--keycloak=false', '--serviceUrl', 'x']), [false, false]);
});

test('another flag that begins alike is another flag', () => {
  assert.equal(read(['--keycloakURL', 'https://keycloak.example.test', '--eagerStartTimeout', '5']), [
    false,
    false,
  ]);
});

test('a command and a shell’s line are read like arguments', () => {
  assert.equal(read(undefined, ['operator', '--eagerStart']), [true, false]);
  assert.equal(read(['-c', 'exec java -jar operator.jar --eagerStart --keycloak']), [true, true]);
});

test('a container beside the operator’s is passed over', () => {
  const both = workload(
    { name: 'proxy', image: 'proxy:1', args: ['sidecar'] },
    { name: 'operator', image: 'operator:1', args: ['--eagerStart'] },
  );
  assert.equal(operatorArguments(both), {
    eagerStart: true,
    keycloak: false,
    image: 'operator:1',
    all: ['--eagerStart'],
  });
});

test('from what shows none of its arguments nothing is read', () => {
  for (const args of [undefined, [], ['--other'], 'x', [7, null]]) assert.is(read(args), undefined);
  assert.is(operatorArguments({ ...workload(), spec: null }), undefined);
});

test.run();
