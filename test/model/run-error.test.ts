import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exits } from '../../plugin/model/exits.ts';
import { RunError, runCodes } from '../../plugin/model/run-error.ts';

test('an error carries its exit and one sentence', () => {
  const error = new RunError('unknownFlag', { flag: '--tiemout', near: '--timeout' });
  assert.is(error.exit, 2);
  assert.is(error.message, 'unknown flag --tiemout; did you mean --timeout?');
  assert.ok(error instanceof Error);
});

test('an optional part is left out when its argument is empty', () => {
  assert.is(new RunError('unknownFlag', { flag: '--zzz', near: '' }).message, 'unknown flag --zzz');
  assert.is(new RunError('unknownFlag', { flag: '--zzz' }).message, 'unknown flag --zzz');
});

test('an argument with brackets or braces is text, not template', () => {
  const error = new RunError('unreadableFile', { file: '[{reason}].json', reason: 'ENOENT' });
  assert.is(error.message, 'cannot read [{reason}].json: ENOENT');
});

test('no argument brings a control character, a line break or an endless line', () => {
  const error = new RunError('unreadableFile', { file: 'a\u001b[31mb\r\nc\u202e', reason: 'x'.repeat(5000) });
  assert.not.match(error.message, /\p{Cc}|\u202e/u);
  assert.ok(error.message.length < 300);
});

test('every code has an exit of the table and a sentence without an end mark', () => {
  for (const [code, row] of Object.entries(runCodes)) {
    assert.ok(row.exit in exits, code);
    assert.not.match(row.says, /[.!]$/, code);
  }
});

test.run();
