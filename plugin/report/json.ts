import type { Report } from '../model/report.ts';

/** The report as schemas/report.schema.json describes it, two spaces deep. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
