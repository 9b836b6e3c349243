import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { rightsOf, wordRight } from '../../plugin/model/rights.ts';
import { isCleanUp, nameOf } from './builders.ts';
import { helms, notes, objectsOf } from './helm.ts';

type Loose = Record<string, never>;

const names = (objects: readonly Manifest[]): string[] =>
  objects
    .filter((object) => !isCleanUp(object))
    .map((object) => nameOf(object).replace('theia/warmgate-', ''));

/** Accounts that pods use, and accounts that are there. */
function accounts(objects: readonly Manifest[]): { used: string[]; there: string[] } {
  const used = [...JSON.stringify(objects).matchAll(/"serviceAccountName":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  const kept = objects.filter((object) => object.kind === 'ServiceAccount' && !isCleanUp(object));
  return {
    used: [...new Set(used)].sort() as string[],
    there: kept.map(({ metadata }) => metadata.name).sort(),
  };
}

function rights(objects: readonly Manifest[], name: string): string[] {
  const role = objects.find(
    (object) => object.kind === 'Role' && object.metadata.name === name && !isCleanUp(object),
  );
  const rules = role?.rules as { apiGroups: string[]; resources: string[]; verbs: string[] }[];
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => wordRight({ verb, group, resource }))),
    ),
  );
}

const hooks = ['guard', 'verify', 'rollback', 'open', 'expired', 'check', 'follow'] as const;

for (const [version, helm] of Object.entries(helms)) {
  for (const mode of ['helm', 'argo']) {
    test(`${version}, mode ${mode}: whatever is off, every pod has its account and no account is idle`, async () => {
      for (const off of hooks) {
        const values = { mode, follow: { enabled: off !== 'follow' }, [off]: { enabled: false } };
        const objects = await objectsOf(helm, values);
        assert.not.ok(
          objects.some(
            ({ kind, metadata }) =>
              kind !== 'Role' && metadata.name === `warmgate-${off}` && /Job|Pod|Deployment/.test(kind),
          ),
          off,
        );
        const { used, there } = accounts(objects);
        assert.equal(there, used, off);
      }
    });
  }

  test(`${version}: off as a whole, nothing is rendered`, async () => {
    assert.equal(names(await objectsOf(helm, { enabled: false })), []);
  });

  test(`${version}: stronger means come with their flag and their rights, for verify alone`, async () => {
    const objects = await objectsOf(helm, { allow: ['restart-operator', 'replace'] });
    const wanted = rightsOf('verify', ['look', 'see', 'write', 'trace', 'restart', 'replace']).map(wordRight);
    assert.equal(
      [...new Set(rights(objects, 'warmgate-verify'))].sort(),
      [...new Set([...wanted, 'get namespaces'])].sort(),
    );
    const usual = await objectsOf(helm);
    for (const other of ['guard', 'expired', 'check'])
      assert.equal(rights(objects, `warmgate-${other}`), rights(usual, `warmgate-${other}`));
    const one = await objectsOf(helm, { allow: ['replace'] });
    assert.ok(rights(one, 'warmgate-verify').includes('delete configmaps'));
    for (const hook of ['verify', 'rollback']) {
      const args = argsOf(one, 'Job', `warmgate-${hook}`);
      assert.is(args[args.indexOf('--allow') + 1], 'replace');
    }
    assert.not.ok(argsOf(one, 'Job', 'warmgate-guard').includes('--allow'));
  });

  test(`${version}: an operator elsewhere is seen through a Role there, and every command is told`, async () => {
    const objects = await objectsOf(helm, {
      operator: { namespace: 'system', selector: 'app=operator' },
      follow: { enabled: true },
    });
    const there = objects.filter(({ metadata }) => metadata.namespace === 'system');
    assert.equal(
      there.map(({ kind }) => kind),
      ['Role', 'RoleBinding'],
    );
    assert.ok(rights(objects, 'warmgate-operator').every((right) => right.startsWith('list ')));
    const [, binding] = there as unknown as { subjects: { name: string }[] }[];
    const bound = (binding?.subjects ?? []).map(({ name }) => name);
    assert.equal(bound.sort(), accounts(objects).used);
    const told = [...JSON.stringify(objects).matchAll(/"args":\[([^\]]+)\]/g)].map(([, args]) => args ?? '');
    assert.ok(told.length >= 6);
    for (const args of told)
      assert.match(args, '"--operator-namespace","system","--operator-selector","app=operator"');
  });

  test(`${version}: the bundle is a ConfigMap before everything else, mounted by every pod of the stock image`, async () => {
    const script = "#!/usr/bin/env node\nconsole.log('{{ not a template }}');\n";
    const values = { image: { mode: 'bundle' }, bundle: { script }, follow: { enabled: true } };
    const objects = await objectsOf(helm, values);
    const [bundle] = objects.filter(({ metadata }) => metadata.name === 'warmgate-bundle');
    assert.equal(bundle?.data, { 'warmgate.mjs': script });
    assert.is(bundle?.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade,pre-rollback');
    const outside = await objectsOf(helm, { ...values, bundle: { configMap: 'made-outside' } });
    assert.not.ok(outside.some(({ kind }) => kind === 'ConfigMap'));
    for (const [all, name] of [
      [objects, 'warmgate-bundle'],
      [outside, 'made-outside'],
    ] as const) {
      const pods = podsIn(all);
      assert.ok(pods.length >= 6);
      for (const pod of pods) {
        const {
          containers: [container],
          volumes,
        } = pod as Loose & { containers: Loose[]; volumes: Loose[] };
        assert.equal(volumes.at(-1), { name: 'bundle', configMap: { name } });
        assert.is(container?.image, 'docker.io/library/node:24-slim');
        assert.equal(container?.command, ['node', '/bundle/warmgate.mjs']);
        assert.equal(container?.volumeMounts, [{ name: 'bundle', mountPath: '/bundle', readOnly: true }]);
      }
    }
  });

  test(`${version}: where pods run is up to the values`, async () => {
    const pod = {
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'ide', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
      priorityClassName: 'high',
      resources: { limits: { memory: '1Gi' } },
    };
    for (const found of podsIn(await objectsOf(helm, { pod })) as Loose[]) {
      const { nodeSelector, tolerations, affinity, priorityClassName } = found;
      assert.equal(
        { nodeSelector, tolerations, affinity, priorityClassName },
        {
          nodeSelector: pod.nodeSelector,
          tolerations: pod.tolerations,
          affinity: pod.affinity,
          priorityClassName: 'high',
        },
      );
    }
  });
}

test('the notes tell what runs when, and its deadlines', async () => {
  // Helm 3 prints them with a cluster only.
  const usual = await notes(helms.helm4, {});
  assert.match(usual, 'each upgrade:    guard before it, verify after it');
  assert.match(usual, 'verify 240 s, its Job 270 s, helm --timeout 300s\n');
  assert.match(usual, 'npx warmgate doctor -n theia');
  const other = await notes(helms.helm4, { helmTimeoutSeconds: 400, check: { enabled: false } });
  assert.match(other, "helm --timeout 400s (say so: it is not Helm's default)");
  assert.match(other, 'no check');
  assert.match(await notes(helms.helm4, { mode: 'argo' }), 'a failed sync:   open');
});

function podsIn(objects: readonly Manifest[]): unknown[] {
  const found: unknown[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('containers' in value) found.push(value);
    for (const one of Object.values(value)) look(one);
  };
  look(objects);
  return found;
}

function argsOf(objects: readonly Manifest[], kind: string, name: string): string[] {
  const [pod] = podsIn(objects.filter((object) => object.kind === kind && object.metadata.name === name));
  return (pod as { containers: { args: string[] }[] }).containers[0]?.args ?? [];
}

test.run();
