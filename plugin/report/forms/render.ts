import type { Report } from '../../model/report.ts';
import type { TextOptions } from '../../text/paint.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import { renderText } from './text.ts';

/** Forms of the report: `--output`, and by the ending of a `--report` file. */
export const formats = {
  text: { ending: '.txt', render: renderText },
  json: { ending: '.json', render: renderJson },
  markdown: { ending: '.md', render: renderMarkdown },
  junit: { ending: '.xml', render: renderJunit },
  html: { ending: '.html', render: renderHtml },
} as const satisfies Record<
  string,
  { ending: string; render: (report: Report, options: TextOptions) => string }
>;

export type Format = keyof typeof formats;

/** The report in a form; `options` matter to text only. */
export function render(report: Report, format: Format, options: TextOptions = { colour: false }): string {
  return formats[format].render(report, options);
}

/** The form that a file's name asks for, or undefined. */
export function formatOf(file: string): Format | undefined {
  const found = Object.entries(formats).find(([, { ending }]) => file.toLowerCase().endsWith(ending));
  return found?.[0] as Format | undefined;
}

/** The report as schemas/report.schema.json describes it, two spaces deep. */
function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
