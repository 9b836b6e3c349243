import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labels } from '../../plugin/theia/labels.ts';
import { partOf, placePart } from '../../plugin/theia/parts.ts';
import { object } from '../harness/objects.ts';

test('a part is told by kind, name and labels', () => {
  const sidecar = { [labels.sidecar]: 'ls' };
  for (const [kind, name, own, part, id] of [
    ['Deployment', 'instance-3-java-7daec4467ba2', {}, 'deployment', 3],
    ['Deployment', 'instance-3-ls-java-7daec4467ba2', sidecar, 'sidecarDeployment', 3],
    ['Service', 'instance-12-java-7daec4467ba2', {}, 'externalService', 12],
    ['Service', 'instance-12-java-7daec4467ba2-int', {}, 'internalService', 12],
    ['Service', 'instance-12-ls-java-7daec4467ba2', sidecar, 'sidecarService', 12],
    ['ConfigMap', 'instance-1-proxy-java-7daec4467ba2', { [labels.purpose]: 'proxy' }, 'proxyConfigMap', 1],
    ['ConfigMap', 'instance-1-email-java-7daec4467ba2', { [labels.purpose]: 'emails' }, 'emailConfigMap', 1],
    ['PersistentVolumeClaim', 'instance-1-java-7daec4467ba2-pvc', {}, 'pvc', 1],
  ] as const) {
    const placed = placePart(object(kind, name, { metadata: { labels: own } }));
    assert.equal([placed?.kind, placed?.id], [part, id]);
  }
});

test('what is no part is none: another kind, another name, a ConfigMap of another purpose', () => {
  for (const [kind, name] of [
    ['Pod', 'instance-1-java-7daec4467ba2'],
    ['ConfigMap', 'instance-1-java-7daec4467ba2'],
    ['Deployment', 'instance-java-7daec4467ba2'],
    ['Deployment', 'my-instance-1-java'],
    ['PersistentVolumeClaim', 'instance-1-java-7daec4467ba2'],
  ] as const)
    assert.is(placePart(object(kind, name)), undefined);
  assert.is(partOf(object('Service', 'session-ws-7daec4467ba2-int'))?.kind, 'internalService');
});

test.run();
