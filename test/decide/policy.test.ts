import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from '../../plugin/config/parse.ts';
import { type Policy, pinnedElsewhere, policyOf } from '../../plugin/decide/policy.ts';
import { instanceSpec, worldWith } from '../harness/world-acting.ts';
import { judged } from '../harness/world-decided.ts';

function flags(...argv: string[]): Policy {
  const parsed = parse(argv, {});
  if (!('options' in parsed)) throw new Error(argv.join(' '));
  return policyOf(parsed.options);
}

test('flags are what a run may do', () => {
  const usual = flags('verify');
  assert.equal([usual.settleMs, usual.timeoutMs, usual.maxNudges], [10_000, 240_000, 2]);
  assert.equal([usual.mayRestart, usual.mayReplace, usual.waitForOperator], [false, false, true]);
  const more = flags('verify', '--allow', 'restart-operator', '--no-wait-operator', '--batch', '25%');
  assert.equal([more.mayRestart, more.mayReplace, more.waitForOperator], [true, false, false]);
  assert.equal(more.batch, { percent: 25 });
  assert.ok(flags('verify', '--refresh').refresh);
  assert.ok(flags('guard', '--gate').gate);
  assert.ok(flags('open', '--expired').expired);
});

test('a right that is missing makes it look only', () => {
  const parsed = parse(['verify'], {});
  if (!('options' in parsed)) throw new Error('no options');
  const { mayWrite, lacks } = policyOf(parsed.options, ['patch services', 'get leases']);
  assert.equal([mayWrite, lacks], [false, 'patch services, get leases']);
  assert.ok(policyOf(parsed.options).mayWrite);
});

test('a pool is pinned elsewhere at another image or generation, and the image is told first', () => {
  const assessment = judged(worldWith([instanceSpec(1)]));
  const pinned = (expectGeneration?: number, image?: string) =>
    pinnedElsewhere(assessment, {
      expectGeneration,
      expectImages: image === undefined ? {} : { java: image },
    });
  assert.equal(pinned(), []);
  assert.equal(pinned(2, 'registry.example.test/java:2'), []);
  const [found] = pinned(3);
  assert.equal([found?.app, found?.reason.args], ['java', { what: 'generation', expected: 3, found: 2 }]);
  assert.equal(pinned(3, 'other:1')[0]?.reason.args, {
    what: 'image',
    expected: 'other:1',
    found: 'registry.example.test/java:2',
  });
});

test.run();
