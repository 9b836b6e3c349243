import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type HookOptions, modes } from '../../plugin/manifests/hooks.ts';
import { golden } from '../harness/golden.ts';
import { fromBuilders, nameOf, sameObjects } from './builders.ts';
import { helms, lint, objectsOf, render } from './helm.ts';

const desired =
  'apiVersion: theia.cloud/v1beta11\nkind: AppDefinition\nmetadata: {name: java}\nspec: {image: a:1}\n';

/** Helm adds what the chart has by default: the request of memory. */
const pod = {
  labels: { cost: 'teaching', both: 'pod' },
  annotations: { 'example.test/scrape': 'no', both: 'pod' },
  resources: { requests: { cpu: '1', memory: '96Mi' }, limits: { memory: '1Gi', cpu: '1' } },
  nodeSelector: { pool: 'ide' },
  tolerations: [{ key: 'ide', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
};

interface Case {
  title: string;
  values: object;
  options?: Partial<HookOptions>;
  more?: { desired?: string; follow?: boolean };
}

/** Values, and what they mean to the builders. */
const cases: readonly Case[] = [
  { title: 'nothing', values: {} },
  { title: 'follow', values: { follow: { enabled: true } }, more: { follow: true } },
  { title: 'desired manifests', values: { guard: { desired } }, more: { desired } },
  {
    title: 'a namespace, an image by digest, pull policy and secrets',
    values: {
      namespace: 'pools',
      image: {
        repository: 'mirror.example.test/warmgate',
        digest: `sha256:${'a'.repeat(64)}`,
        pullPolicy: 'Always',
      },
      imagePullSecrets: ['mirror'],
    },
    options: {
      namespace: 'pools',
      image: `mirror.example.test/warmgate@sha256:${'a'.repeat(64)}`,
      imagePullPolicy: 'Always',
      imagePullSecrets: ['mirror'],
    },
  },
  {
    title: 'labels, variables, flags and times',
    values: {
      labels: { team: 'ide', on: 'yes' },
      env: { WARMGATE_VERBOSE: 'true' },
      helmTimeoutSeconds: 700,
      guard: { timeoutSeconds: 100, deadlineSeconds: 130 },
      verify: { timeoutSeconds: 600, deadlineSeconds: 630, flags: ['--batch', '25%'] },
      rollback: { flags: ['--settle=5s'] },
    },
    options: {
      labels: { team: 'ide', on: 'yes' },
      env: { WARMGATE_VERBOSE: 'true' },
      timeoutSeconds: { guard: 100, verify: 600 },
      flags: { verify: ['--batch', '25%'], rollback: ['--settle=5s'] },
    },
  },
  {
    title: 'what policies and node pools ask for',
    values: {
      labels: { team: 'ide', both: 'object' },
      annotations: { 'example.test/owner': 'ops', both: 'object' },
      pod,
    },
    options: {
      labels: { team: 'ide', both: 'object' },
      annotations: { 'example.test/owner': 'ops', both: 'object' },
      pod,
    },
  },
];

for (const [version, helm] of Object.entries(helms)) {
  for (const mode of modes) {
    test(`${version}, mode ${mode}: the whole output is the golden file`, async () => {
      const { exit, text, err } = await render(helm, { mode });
      assert.is(exit, 0, err);
      golden(`chart-${mode}.yaml`, text);
    });

    for (const { title, values, options, more } of cases) {
      test(`${version}, mode ${mode}, ${title}: what the builders make, object by object`, async () => {
        sameObjects(await objectsOf(helm, { mode, ...values }), fromBuilders(mode, options, more));
      });
    }
  }

  test(`${version}: bare Pods for Argo CD are what the builders make`, async () => {
    const rendered = await objectsOf(helm, { mode: 'argo', argo: { hookKind: 'Pod' } });
    sameObjects(rendered, fromBuilders('argo', { hookKind: 'Pod' }));
    const more = { labels: { both: 'object' }, annotations: { both: 'object' }, pod };
    sameObjects(
      await objectsOf(helm, { mode: 'argo', argo: { hookKind: 'Pod' }, ...more }),
      fromBuilders('argo', { hookKind: 'Pod', ...more }),
    );
    assert.ok(rendered.map(nameOf).includes('Pod theia/warmgate-verify'));
  });

  test(`${version}: lint finds nothing, in either mode`, async () => {
    for (const mode of modes) {
      const { exit, text, err } = await lint(helm, { mode });
      assert.is(exit, 0, `${text}${err}`);
      assert.not.match(`${text}${err}`, /\[(WARNING|ERROR)\]/);
    }
  });
}

test.run();
