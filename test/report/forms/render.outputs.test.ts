import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { worstExit } from '../../../plugin/model/exits.ts';
import { renderHtml } from '../../../plugin/report/forms/html.ts';
import { renderJunit } from '../../../plugin/report/forms/junit.ts';
import { renderMarkdown } from '../../../plugin/report/forms/markdown.ts';
import { formats, render } from '../../../plugin/report/forms/render.ts';
import { allReasons, eventNoteBytes, oneLine } from '../../../plugin/report/forms/summary.ts';
import { anyReport } from '../../harness/any-report.ts';
import { fc } from '../../harness/fast-check.ts';

const runs = { numRuns: 200 };

test('no output holds a control or format character of the cluster', () => {
  holds((report) => {
    for (const format of Object.keys(formats) as (keyof typeof formats)[]) {
      const text = render(report, format).replaceAll('\n', '').replaceAll('@\u200b', '@');
      assert.not.match(text, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, format);
    }
  });
});

test('JUnit is well-formed and fails exactly when the run does', () => {
  const parser = new XMLParser({ ignoreAttributes: false });
  holds((report) => {
    const xml = renderJunit(report);
    assert.is(XMLValidator.validate(xml), true);
    const suites = parser.parse(xml).testsuites;
    assert.is(Number(suites['@_failures']) > 0, report.exit !== 0);
  });
});

test('HTML is well-formed and holds no markup of the cluster', () => {
  holds((report) => {
    const html = renderHtml(report).replace('<!doctype html>\n', '');
    assert.is(XMLValidator.validate(html), true);
    assert.not.match(html, /<b>|<script|<!--/);
  });
});

test('Markdown keeps to its tables and holds no markup of the cluster', () => {
  holds((report) => {
    const markdown = renderMarkdown(report);
    // Four spaces make a line literal.
    assert.not.match(markdown.replaceAll(/^ {4}.*$/gm, ''), /<b>|<!--/);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
    const columns = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
    const tables = markdown.split('\n\n').filter((block) => block.startsWith('| '));
    assert.ok(new Set(columns).size <= tables.length);
  });
});

test('the exit code is the worst of all reasons, and 1 at least where a pool is not converged', () => {
  holds((report) => {
    const worst = worstExit([report.exit, ...allReasons(report).map(({ exit }) => exit)]);
    assert.is(report.exit, worst);
    const judging = report.command === 'verify' || report.command === 'check';
    if (judging && report.pools.some(({ converged }) => !converged)) assert.is.not(report.exit, 0);
  });
});

test('every run has a verdict in one line that fits a termination message and an Event', () => {
  holds((report) => {
    assert.match(report.verdict, /^[^\n]+$/);
    for (const limit of [4096, eventNoteBytes, 200]) {
      const line = oneLine(report, limit);
      assert.ok(new TextEncoder().encode(line).length <= limit);
      assert.match(line, new RegExp(`^warmgate ${report.command}: .*\\(exit ${report.exit}\\)$`, 'u'));
      assert.is(line.isWellFormed(), true);
    }
  });
});

function holds(claim: (report: Parameters<typeof renderJunit>[0]) => void): void {
  fc.assert(
    fc.property(anyReport, (report) => claim(report)),
    runs,
  );
}

test.run();
