import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { because, type Reason } from '../../../plugin/model/reasons.ts';
import { worded } from '../../../plugin/report/building/verdict.ts';
import { condense } from '../../../plugin/report/forms/columns.ts';

const scales = { command: 'check', operatorWaived: false } as const;
const stale = (part: string, label = 1): Reason => because('partStale', { part, label, generation: 2 });

test('the same trouble of several parts is one sentence', () => {
  assert.equal(said([stale('Deployment'), stale('email ConfigMap')]), [
    'Deployment, email ConfigMap: labelled generation 1, the AppDefinition is at 2',
  ]);
});

test('other numbers are another sentence, in the order of appearance', () => {
  assert.equal(said([stale('Deployment', 0), stale('PVC'), stale('email ConfigMap', 0)]), [
    'Deployment, email ConfigMap: labelled generation 0, the AppDefinition is at 2',
    'PVC: labelled generation 1, the AppDefinition is at 2',
  ]);
});

test('names of missing parts stay with them', () => {
  const missing = ['a', 'b'].map((name) => because('partMissing', { part: `part ${name}`, name }));
  assert.equal(said(missing), ['part a, part b: missing (a, b)']);
});

test('reasons about other things are left as they are', () => {
  assert.equal(said([because('gateClosed'), because('idMissing', { id: 3 })]), [
    'the gate is closed: no new session gets it',
    'no object of instance 3 exists',
  ]);
});

function said(reasons: Reason[]): string[] {
  return condense(reasons.map((reason) => worded(reason, scales)));
}

test.run();
