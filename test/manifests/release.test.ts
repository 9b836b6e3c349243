import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modes, usualHooks } from '../../plugin/manifests/hooks.ts';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import { rulesOf } from '../../plugin/manifests/rbac.ts';
import { releaseHooks } from '../../plugin/manifests/release.ts';
import { rightsOf, wordRight, workers } from '../../plugin/model/rights.ts';

const image = 'ghcr.io/example/warmgate:1.2.3';
const names = (mode: 'argo' | 'helm', desired: readonly string[] = []): string[] =>
  releaseHooks(usualHooks({ mode, namespace: 'theia', image }), desired).map(
    ({ kind, metadata }) => `${kind}/${metadata.name}`,
  );

test('a release for Helm: guard and its account, verify and its account, the Job after a rollback, the clean-up', () => {
  assert.equal(names('helm', ['x']), [
    'ServiceAccount/warmgate-guard',
    'Role/warmgate-guard',
    'RoleBinding/warmgate-guard',
    'ConfigMap/warmgate-guard-desired',
    'Job/warmgate-guard',
    'ServiceAccount/warmgate-verify',
    'Role/warmgate-verify',
    'RoleBinding/warmgate-verify',
    'Job/warmgate-verify',
    'Job/warmgate-rollback',
    'ServiceAccount/warmgate-guard',
    'Role/warmgate-guard',
    'RoleBinding/warmgate-guard',
    'ConfigMap/warmgate-guard-desired',
  ]);
});

const isNoCleanUp = ({ metadata }: Manifest): boolean =>
  metadata.annotations?.['helm.sh/hook'] !== 'post-delete';

test('what Helm would leave after an uninstall is taken away by hooks that grant nothing and succeed at once', () => {
  const all = releaseHooks(usualHooks({ mode: 'helm', namespace: 'theia', image }), ['x']);
  const names = (objects: readonly Manifest[]) =>
    objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  const left = all.filter(
    ({ kind, metadata }) =>
      isNoCleanUp({ metadata } as Manifest) && metadata.annotations !== undefined && kind !== 'Job',
  );
  const cleaned = all.filter((each) => !isNoCleanUp(each));
  assert.equal(names(cleaned), names(left));
  for (const { metadata, rules, subjects, data } of cleaned) {
    assert.is(metadata.annotations?.['helm.sh/hook-delete-policy'], 'before-hook-creation,hook-succeeded');
    assert.equal([rules, subjects, data], [undefined, undefined, undefined]);
  }
  const argo = releaseHooks(usualHooks({ mode: 'argo', namespace: 'theia', image }), ['x']);
  assert.ok(argo.every(isNoCleanUp));
});

test('what verify is allowed its account may do, nobody else may', () => {
  const options = {
    ...usualHooks({ mode: 'argo' as const, namespace: 'theia', image }),
    allow: ['replace' as const],
  };
  const rules = (name: string) =>
    JSON.stringify(
      releaseHooks(options).find(({ kind, metadata }) => kind === 'Role' && metadata.name === name)?.rules,
    );
  assert.is(
    rules('warmgate-verify'),
    JSON.stringify(rulesOf('verify', ['look', 'see', 'write', 'trace', 'replace'])),
  );
  assert.is(rules('warmgate-open'), JSON.stringify(rulesOf('open')));
  assert.is.not(rules('warmgate-verify'), JSON.stringify(rulesOf('verify')));
});

test('a release for Argo CD: open with an account of its own, nothing after a rollback', () => {
  const found = names('argo');
  assert.ok(found.includes('Job/warmgate-open'));
  assert.ok(found.includes('Role/warmgate-open'));
  assert.not.ok(found.some((name) => name.includes('rollback') || name.startsWith('ConfigMap')));
});

test('what guard and open stand on is a hook before both and stays until it is made anew; verify has its account from the release', () => {
  for (const mode of modes) {
    const all = releaseHooks(usualHooks({ mode, namespace: 'theia', image }), ['x']).filter(isNoCleanUp);
    const guard = all.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'warmgate-guard');
    const weight = (annotations: Record<string, string> | undefined): number =>
      Number(annotations?.['helm.sh/hook-weight'] ?? annotations?.['argocd.argoproj.io/sync-wave']);
    for (const { kind, metadata } of all.filter(({ kind }) => kind !== 'Job')) {
      const { annotations } = metadata;
      if (!/^warmgate-(guard|open)/.test(metadata.name)) {
        assert.is(annotations, undefined, `${kind}/${metadata.name}`);
        continue;
      }
      assert.ok(weight(annotations) < weight(guard?.metadata.annotations), kind);
      const policy =
        annotations?.['helm.sh/hook-delete-policy'] ?? annotations?.['argocd.argoproj.io/hook-delete-policy'];
      assert.match(policy ?? '', /^(before-hook-creation|BeforeHookCreation)$/);
      const event = annotations?.['helm.sh/hook'] ?? annotations?.['argocd.argoproj.io/hook'];
      const ofGuard =
        guard?.metadata.annotations?.['helm.sh/hook'] ??
        guard?.metadata.annotations?.['argocd.argoproj.io/hook'];
      assert.is(event, ofGuard);
    }
  }
});

test('every object says its namespace, and no two have one name and kind', () => {
  for (const mode of modes) {
    const every = releaseHooks(usualHooks({ mode, namespace: 'pools', image }), ['x']);
    const all = every.filter(isNoCleanUp);
    assert.equal([...new Set(every.map(({ metadata }) => metadata.namespace))], ['pools']);
    assert.is(new Set(all.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).size, all.length);
    for (const { subjects } of all.filter(({ kind }) => kind === 'RoleBinding')) {
      assert.is((subjects as { namespace: string }[])[0]?.namespace, 'pools');
    }
  }
});

test('a Role grants exactly the rights of its command and the look at its namespace', () => {
  for (const worker of workers) {
    const granted = rulesOf(worker).flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => wordRight({ verb, group, resource }))),
      ),
    );
    const needed = rightsOf(worker, ['look', 'see', 'write', 'trace']).map(wordRight);
    assert.equal(granted.sort(), [...new Set([...needed, 'get namespaces'])].sort(), worker);
    assert.is(new Set(granted).size, granted.length, worker);
  }
});

test('check writes nothing, guard never nudges and deletes nothing but its own Leases', () => {
  const verbs = new Set(rulesOf('check').flatMap((rule) => rule.verbs));
  assert.equal([...verbs].sort(), ['get', 'list', 'watch']);
  const granted = (verb: string): string[] =>
    rulesOf('guard')
      .filter((rule) => rule.verbs.includes(verb))
      .flatMap((rule) => rule.resources);
  assert.equal(granted('delete'), ['leases']);
  assert.not.ok(granted('patch').includes('appdefinitions'));
});

test.run();
