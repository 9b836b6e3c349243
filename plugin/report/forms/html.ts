import type { EvidenceReport, PoolReport, Report, Worded } from '../../model/report.ts';
import type { Column } from '../../text/grid.ts';
import { element, escapeXml } from '../../text/xml.ts';
import { instanceColumns, reasonsTone, sessionColumns } from './columns.ts';
import { advice, conduct, evidenceLines, liveLine, operatorLine, poolLine, runLine } from './summary.ts';

/** The report as one page that needs nothing else: no script, no request, readable in light and dark. */
export function renderHtml(report: Report): string {
  const title = escapeXml(`warmgate ${report.command}: ${report.verdict}`);
  const head = [
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>`,
    element('title', {}, [title]),
    element('style', {}, [style]),
  ];
  const body = [
    element('h1', { class: report.exit === 0 ? 'good' : 'bad' }, [escapeXml(report.verdict)]),
    paragraph(`${runLine(report)}; exit ${report.exit}; ${report.startedAt}`),
    ...report.pools.flatMap(poolSection),
    ...report.evidence.flatMap(evidenceSection),
    element('h2', {}, [escapeXml(liveLine(report))]),
    ...table(report.sessions, sessionColumns),
    ...notes([...report.reasons, ...report.operator.reasons]),
    ...advice(report).map(paragraph),
    element('footer', {}, [paragraph(operatorLine(report)), paragraph(conduct(report))]),
  ];
  const page = element('html', { lang: 'en' }, [element('head', {}, head), '\n', element('body', {}, body)]);
  return `<!doctype html>\n${page}\n`;
}

function poolSection(pool: PoolReport): string[] {
  const head = element('h2', { class: pool.converged ? 'good' : 'bad' }, [escapeXml(poolLine(pool))]);
  return [head, ...notes(pool.reasons), ...table(pool.instances, instanceColumns)];
}

function evidenceSection(evidence: EvidenceReport): string[] {
  const { head, events, log } = evidenceLines(evidence);
  return [paragraph(head), element('pre', {}, [escapeXml([...events, ...log].join('\n'))])];
}

function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  if (rows.length === 0) return [];
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const head = used.map(({ head: text }) => element('th', {}, [escapeXml(text.toLowerCase())]));
  const lines = rows.map((row) =>
    element(
      'tr',
      {},
      used.map(({ cell, tone }) =>
        element('td', { class: tone?.(row) ?? 'plain' }, [escapeXml(cell(row)), '']),
      ),
    ),
  );
  return [`\n${element('table', {}, [element('tr', {}, head), '\n', lines.join('\n')])}\n`];
}

function notes(reasons: readonly Worded[]): string[] {
  if (reasons.length === 0) return [];
  return [
    element(
      'ul',
      {},
      reasons.map((each) => element('li', { class: reasonsTone([each]) }, [escapeXml(each.text)])),
    ),
  ];
}

function paragraph(text: string): string {
  return element('p', {}, [escapeXml(text)]);
}

/** Style of the HTML report; one class a tone of columns.ts. */
const style = `
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: left; overflow-wrap: anywhere; vertical-align: top; padding: 0.25rem 0.8rem 0.25rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 600; opacity: 0.7; }
pre { font-size: 0.85rem; overflow-x: auto; }
footer, .dim { opacity: 0.7; font-size: 0.85rem; }
.good { color: light-dark(#116329, #4ac26b); }
.bad { color: light-dark(#a40e26, #ff7b72); }
.warn { color: light-dark(#7d4e00, #d4a72c); }
`;
