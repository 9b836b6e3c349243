import { hanging } from '../text/grid.ts';
import { painter, type TextOptions } from '../text/paint.ts';
import type { Diagnosis } from './diagnosis.ts';
import { type Finding, severities, topics } from './finding.ts';

const gutter = 11;

/** The diagnosis for people: a heading a topic, a line a finding, below it what to do; the verdict last. */
export function renderDiagnosis(diagnosis: Diagnosis, { colour, width }: TextOptions): string {
  const paint = painter(colour);
  const { version, server, account, namespace, findings, exit, verdict } = diagnosis;
  const who = account === '' ? '' : ` as ${account}`;
  const head = paint('head', `warmgate ${version} doctor, namespace ${namespace}, ${server}${who}`);
  const entry = ({ severity, text, todo }: Finding): string[] => [
    `  ${paint(severities[severity].tone, severity.padEnd(gutter - 2))}${hanging(text, gutter, width)}`,
    ...(todo === undefined
      ? []
      : [`${' '.repeat(gutter)}${paint('dim', hanging(`-> ${todo}`, gutter + 3, width))}`]),
  ];
  const blocks = topics.flatMap((topic) => {
    const own = findings.filter((each) => each.topic === topic);
    return own.length === 0 ? [] : [[paint('head', topic), ...own.flatMap(entry)].join('\n')];
  });
  const last = paint(exit === 0 ? 'good' : 'bad', `${verdict} (exit ${exit})`);
  return `${[head, ...blocks, last].join('\n\n')}\n`;
}
