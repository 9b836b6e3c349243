import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import type { Manifest } from '../../plugin/manifests/manifest.ts';
import type { PolicyRule } from '../../plugin/manifests/rbac.ts';
import { wordRight } from '../../plugin/model/rights.ts';
import { fromBuilders, readObjects, sameObjects } from '../charts/builders.ts';

const folder = join(import.meta.dirname, '../../hooks');
const files = readdirSync(join(folder, 'argo')).filter((name) => name.endsWith('.yaml'));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const objects = files
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => readObjects(read(`argo/${name}`)));

const rights = (all: readonly Manifest[]): string[] => {
  const rules = all.filter(({ kind }) => kind === 'Role').flatMap((role) => role.rules as PolicyRule[]);
  const each = rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb) => wordRight({ verb, group, resource }))),
    ),
  );
  return [...new Set(each)].sort();
};

test('the plain manifests are what the chart renders for Argo CD', () => {
  sameObjects(objects, fromBuilders('argo'));
});

test('the component names every file beside it', () => {
  const { kind, resources } = parse(read('argo/kustomization.yaml'));
  assert.is(kind, 'Component');
  assert.equal([...resources, 'kustomization.yaml'].sort(), [...files].sort());
});

test('all accounts together may do what the one account of hooks/rbac.yaml may, and no more', () => {
  assert.equal(rights(objects), rights(readObjects(read('rbac.yaml'))));
});

test.run();
