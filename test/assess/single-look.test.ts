import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { stamp, worldStart } from '../harness/world-objects.ts';
import { detached, labelled, live, recreated } from './fixtures.ts';
import { changed, codes, look, part, pool, sessionIn, without } from './given.ts';

const whole = pool([live()]);
const forgiving = { tellHarmBefore: true };

test('one look alone shows a Service that was remade under the session by age and generation', () => {
  const young = (objects: KubeObject[]) =>
    changed(objects, part(1, 'externalService'), {
      metadata: { creationTimestamp: stamp(worldStart - 1000) },
    });
  const newer = labelled(young(whole), 1, 'externalService', '3');
  assert.equal(codes(sessionIn(look(newer), 'java-1-live')), ['partRemade']);
  assert.equal(codes(sessionIn(look(newer, forgiving), 'java-1-live')), ['harmedBefore']);
  assert.equal(codes(sessionIn(look(young(whole)), 'java-1-live')), [], 'younger, of its own generation');
  const older = labelled(whole, 1, 'externalService', '3');
  assert.equal(codes(sessionIn(look(older), 'java-1-live')), [], 'of another generation, older');
});

test('half of a sidecar is a lost part, a sidecar that never was is none', () => {
  const sided = pool([live()], { sidecars: 'after' });
  assert.equal(codes(sessionIn(look(without(sided, 1, 'sidecarDeployment')), 'java-1-live')), ['partLost']);
  assert.equal(codes(sessionIn(look(without(sided, 1, 'sidecarService')), 'java-1-live')), ['partLost']);
  assert.equal(
    codes(sessionIn(look(without(sided, 1, 'sidecarDeployment', 'sidecarService')), 'java-1-live')),
    [],
  );
});

test('a kind that could not be listed is missed nowhere, and the session is not called untouched', () => {
  const bare = without(whole, 1, 'emailConfigMap', 'proxyConfigMap');
  for (const sight of ['notInFile', 'forbidden'] as const) {
    const session = sessionIn(look(bare, {}, { ConfigMap: sight }), 'java-1-live');
    assert.equal(
      [session.outcome, session.allowList, codes(session)],
      ['notJudged', 'none', ['partsNotJudged']],
    );
  }
});

test('what the AppDefinition owned alone went with it: a file that holds no ConfigMap at all shows the loss', () => {
  const left = detached(without(whole, 1, 'emailConfigMap', 'proxyConfigMap'), 1);
  const session = (objects: KubeObject[]) =>
    sessionIn(look(objects, { tellHarmBefore: false }, { ConfigMap: 'notInFile' }), 'java-1-live');
  const { outcome, allowList } = session(recreated(left, false));
  assert.equal(
    [outcome, allowList, codes(session(recreated(left, false)))],
    ['harmed', 'missing', ['appDefinitionGone', 'partLost']],
  );
  const unproxied = left.map((each) =>
    each.kind === 'Deployment' && each.metadata.name.startsWith('instance-1-')
      ? { ...each, spec: withoutProxy(each.spec) }
      : each,
  );
  assert.is(session(recreated(unproxied, false)).outcome, 'untouched', 'it never had an allow-list');
});

function withoutProxy(spec: KubeObject['spec']): KubeObject['spec'] {
  const copy = structuredClone(spec);
  const { containers } = copy.template.spec;
  copy.template.spec.containers = containers.filter(({ name }: { name: string }) => name !== 'oauth2-proxy');
  return copy;
}

test('an internal Service that was remade under the session is shown by one look too', () => {
  const young = changed(whole, part(1, 'internalService'), {
    metadata: { creationTimestamp: stamp(worldStart - 1000) },
  });
  assert.equal(codes(sessionIn(look(labelled(young, 1, 'internalService', '3')), 'java-1-live')), [
    'partRemade',
  ]);
});

test('a sidecar that is lost is named', () => {
  const [reason] = sessionIn(
    look(without(pool([live()], { sidecars: 'after' }), 1, 'sidecarDeployment')),
    'java-1-live',
  ).reasons;
  assert.equal(reason?.args, { part: 'sidecar Deployment z-ls' });
});

test('a Service of the very second in which the session began was there before it', () => {
  const session = whole.find(({ kind }) => kind === 'Session');
  const creationTimestamp = session?.metadata.creationTimestamp ?? '';
  const made = changed(whole, part(1, 'externalService'), { metadata: { creationTimestamp } });
  assert.equal(codes(sessionIn(look(labelled(made, 1, 'externalService', '3')), 'java-1-live')), []);
});

test.run();
