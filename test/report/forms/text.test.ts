import stringWidth from 'fast-string-width';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { renderText } from '../../../plugin/report/forms/text.ts';
import { reports } from '../../harness/reports.ts';

const piped = renderText(reports.troubled(), { colour: false });

test('piped text has one line an instance and a session, however long', () => {
  const rows = piped.split('\n').filter((line) => /^ {2}\d/.test(line));
  assert.is(rows.length, 9);
  assert.ok(rows.some((row) => row.length > 200));
  assert.is(piped.split('\n').filter((line) => /^ {2}ws-/.test(line)).length, 4);
});

test('without colour there is no escape sequence, with it there is', () => {
  assert.is(piped.includes('\u001b'), false);
  assert.ok(renderText(reports.troubled(), { colour: true }).includes('\u001b[31m'));
});

test('on a terminal no line is wider than it', () => {
  for (const width of [80, 100, 132]) {
    const lines = renderText(reports.troubled(), { colour: true, width }).split('\n');
    assert.is(Math.max(...lines.map((line) => stringWidth(line))) <= width, true, String(width));
  }
});

test('folding loses no word', () => {
  const words = (text: string): string[] => text.split(/\s+/).sort();
  assert.equal(words(renderText(reports.troubled(), { colour: false, width: 140 })), words(piped));
});

test('colours change nothing but colours', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is taken out
  const bare = renderText(reports.troubled(), { colour: true }).replaceAll(/\u001b\[\d+m/g, '');
  assert.is(bare, piped);
});

test('what fails the run is marked apart from what does not', () => {
  assert.match(renderText(reports.gaveUp(), { colour: false }), /^ {2}! 2 nudges without progress/m);
  assert.match(renderText(reports.gaveUp(), { colour: false }), /^ {2}- the gate stays closed/m);
});

test('the last line is the verdict with the exit code', () => {
  assert.match(piped, /\na live session is harmed: ws-one .* \(exit 6\)\n$/);
});

test('a look says what to do next, a verify does not', () => {
  assert.match(piped, /^next: run `warmgate verify`/m);
  assert.not.match(renderText(reports.gaveUp(), { colour: false }), /^next:/m);
});

test.run();
