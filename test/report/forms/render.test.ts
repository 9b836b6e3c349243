import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatOf, formats, render } from '../../../plugin/report/forms/render.ts';
import { golden } from '../../harness/golden.ts';
import { reports } from '../../harness/reports.ts';

for (const [name, make] of Object.entries(reports)) {
  for (const [format, { ending }] of Object.entries(formats)) {
    test(`the ${format} report of a run that is ${name} reads as approved`, () => {
      golden(`report-${name}${ending}`, render(make(), format as keyof typeof formats));
    });
  }
}

test('a terminal gets the text folded to its width and in colour', () => {
  golden('report-troubled.terminal.txt', render(reports.troubled(), 'text', { colour: true, width: 100 }));
});

test('a file name asks for its form', () => {
  assert.is(formatOf('out/report.JSON'), 'json');
  assert.is(formatOf('junit.xml'), 'junit');
  assert.is(formatOf('report.md'), 'markdown');
  assert.is(formatOf('report'), undefined);
});

test.run();
