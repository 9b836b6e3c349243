import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../plugin/model/kube.ts';
import { historyKey, lastConverged, type VerdictLine } from '../../plugin/theia/verdicts.ts';

const line = (at: string, converged: string[], command = 'verify'): VerdictLine => ({
  at,
  command,
  exit: 0,
  verdict: 'converged',
  run: 'warmgate-1',
  converged,
});

function history(...lines: unknown[]): KubeObject {
  const text = lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'x', uid: 'u' },
    data: { [historyKey]: text },
  };
}

test('a pool was last proved converged by the newest verify that names it', () => {
  const found = history(
    line('2026-03-02T08:00:00.500Z', ['java', 'python']),
    line('2026-03-02T09:00:00Z', ['java']),
    line('2026-03-02T10:00:00Z', []),
    line('2026-03-02T11:00:00Z', ['java'], 'guard'),
  );
  assert.is(lastConverged(found, 'java'), Date.parse('2026-03-02T09:00:00Z'));
  assert.is(lastConverged(found, 'python'), Date.parse('2026-03-02T08:00:00.500Z'));
  assert.is(lastConverged(found, 'rust'), 0);
});

test('without a history, and with lines of any other form, nothing was proved', () => {
  assert.is(lastConverged(undefined, 'java'), 0);
  const strange = ['', '{', 'null', '7', '[]', { command: 'verify' }, { ...line('soon', ['java']) }];
  const others = [{ ...line('2026-03-02T08:00:00Z', []), converged: 'java' }];
  assert.is(lastConverged(history(...strange, ...others), 'java'), 0);
  assert.is(lastConverged({ ...history(), data: { [historyKey]: 7 as never } }, 'java'), 0);
});

test.run();
