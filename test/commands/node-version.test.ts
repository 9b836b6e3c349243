import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNode, oldestNode } from '../../plugin/commands/node-version.ts';
import { RunError } from '../../plugin/model/run-error.ts';

test('a Node that is too old is refused before anything is done, with the version that is needed', () => {
  for (const found of ['20.20.2', '22.18.9', '18.0.0', 'unreadable']) {
    try {
      checkNode(found);
      assert.unreachable(found);
    } catch (error) {
      assert.ok(error instanceof RunError);
      assert.is(error.exit, 2);
      assert.is(error.message, `Node ${oldestNode} or later is needed; this is ${found}`);
    }
  }
});

test('that one and every later one is taken', () => {
  for (const found of [oldestNode, '22.20.0', '24.0.0', '30.1.2-nightly']) checkNode(found);
});

test('the package says the same', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  assert.is(JSON.parse(text).engines.node, `>=${oldestNode}`);
});

test.run();
