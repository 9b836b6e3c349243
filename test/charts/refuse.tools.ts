import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { helms, lint, render } from './helm.ts';

type Refused = readonly (readonly [title: string, values: object, says: RegExp])[];

/** Values that cannot be meant, and what is said about each. */
const bySchema: Refused = [
  ['a typo on top', { verfy: { enabled: false } }, /verfy/],
  ['a typo in a hook', { verify: { timeout: '4m' } }, /timeout/],
  ['a typo in the image', { image: { name: 'x' } }, /name/],
  ['a mode that there is not', { mode: 'flux' }, /mode/],
  ['a time as text', { verify: { timeoutSeconds: '4m' } }, /timeoutSeconds/],
  ['a digest that is none', { image: { digest: 'latest' } }, /digest/],
  ['a variable that is no text', { env: { WARMGATE_MAX_NUDGES: 3 } }, /WARMGATE_MAX_NUDGES/],
  ['a label that is none', { labels: { team: 'a b' } }, /team/],
  ['an annotation that makes hooks', { annotations: { 'helm.sh/hook': 'test' } }, /helm.sh\/hook/],
  [
    'a label that the chart sets itself',
    { labels: { 'app.kubernetes.io/name': 'other' } },
    /app.kubernetes.io\/name/,
  ],
  ['a schedule that is none', { check: { schedule: 'hourly' } }, /schedule/],
  ['means that there are not', { allow: ['delete'] }, /allow/],
];

/** What a schema cannot say; rendering refuses it, `helm lint` does not fail on it. */
const byTemplates: Refused = [
  [
    'a flag that its command does not have',
    { rollback: { flags: ['--bogus'] } },
    /rollback: --bogus in flags is no flag of verify/,
  ],
  [
    'a flag of another command',
    { check: { flags: ['--batch=2'] } },
    /check: --batch in flags is no flag of check/,
  ],
  [
    'a flag without its value',
    { verify: { flags: ['--batch', '--refresh'] } },
    /verify: --batch in flags needs a value/,
  ],
  ['a last flag without its value', { verify: { flags: ['--app'] } }, /verify: --app in flags needs a value/],
  [
    'a word that belongs to no flag',
    { open: { flags: ['--force', 'yes'] } },
    /open: yes in flags is no flag/,
  ],
  [
    'a second timeout',
    { guard: { flags: ['--timeout=2s'] } },
    /guard: --timeout in flags; .* timeoutSeconds/,
  ],
  [
    'a time in which nothing could settle',
    { rollback: { timeoutSeconds: 5 } },
    /rollback: timeoutSeconds \(5\) must be above --settle \(10s\)/,
  ],
  [
    'a time below its own settle',
    { verify: { timeoutSeconds: 60, flags: ['--settle', '60s'] } },
    /verify: timeoutSeconds \(60\) must be above --settle \(60s\)/,
  ],
  [
    'a Job that ends before its command',
    { verify: { timeoutSeconds: 240, deadlineSeconds: 240 } },
    /verify: deadlineSeconds \(240\) must be at least 10 above timeoutSeconds \(240\)/,
  ],
  [
    'a CronJob that ends before its command',
    { expired: { timeoutSeconds: 60, deadlineSeconds: 60 } },
    /expired: deadlineSeconds \(60\)/,
  ],
  [
    'a Helm that gives up before the Job',
    { verify: { timeoutSeconds: 270, deadlineSeconds: 300 } },
    /verify: helmTimeoutSeconds \(300\) must be at least 10 above deadlineSeconds \(300\)/,
  ],
  [
    'a Helm that gives up before the Job after a rollback',
    { verify: { enabled: false }, helmTimeoutSeconds: 270 },
    /rollback: helmTimeoutSeconds \(270\)/,
  ],
  ['bare Pods for Helm', { argo: { hookKind: 'Pod' } }, /argo\.hookKind is for mode: argo/],
  ['a bundle from nowhere', { image: { mode: 'bundle' } }, /needs either bundle\.script/],
  [
    'a bundle from two places',
    { image: { mode: 'bundle' }, bundle: { script: '1', configMap: 'x' } },
    /needs either bundle\.script/,
  ],
  [
    'a bundle of the chart for Argo CD',
    { mode: 'argo', image: { mode: 'bundle' }, bundle: { script: '1' } },
    /bundle\.script is for mode: helm/,
  ],
  [
    'a bundle that no ConfigMap holds',
    { image: { mode: 'bundle' }, bundle: { script: 'x'.repeat(1_000_001) } },
    /larger than a ConfigMap can hold/,
  ],
];

for (const [version, helm] of Object.entries(helms)) {
  for (const [title, values, says] of [...bySchema, ...byTemplates]) {
    test(`${version} refuses ${title}`, async () => {
      const { exit, text, err } = await render(helm, values);
      assert.is.not(exit, 0);
      assert.match(err, says);
      assert.is(text.trim(), '');
    });
  }

  for (const [title, values, says] of bySchema) {
    test(`${version} lint refuses ${title}`, async () => {
      const { exit, text, err } = await lint(helm, values);
      assert.is.not(exit, 0);
      assert.match(text + err, says);
    });
  }

  test(`${version} takes longer times in the right order, and does not ask Argo CD for Helm's`, async () => {
    const longer = { verify: { timeoutSeconds: 580, deadlineSeconds: 590 } };
    const times = { ...longer, helmTimeoutSeconds: 600 };
    assert.is((await render(helm, times)).exit, 0);
    assert.is((await render(helm, { mode: 'argo', ...longer })).exit, 0);
  });

  test(`${version} takes flags as the commands take them`, async () => {
    const flags = ['--batch', '25%', '--app=java', '--refresh', '-o', 'json', '--settle=5s'];
    const taken = { verify: { timeoutSeconds: 8, flags }, check: { flags: ['-f', '-'] } };
    const { exit, err } = await render(helm, {
      ...taken,
      env: { WARMGATE_SETTLE: '2s' },
      guard: { flags: ['--manifests', '-'] },
    });
    assert.is(exit, 0, err);
  });

  test(`${version} does not look at the times of a hook that is off`, async () => {
    const off = { verify: { enabled: false, deadlineSeconds: 1 } };
    assert.is((await render(helm, off)).exit, 0);
  });
}

test.run();
