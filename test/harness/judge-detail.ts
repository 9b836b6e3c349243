import { isDeepStrictEqual } from 'node:util';
import type { Report, Worded } from '../../plugin/model/report.ts';
import type { RunExpectation } from './scenario.ts';
import type { Run } from './warmgate.ts';

/** What the report says in its tables, and which Events the run wrote. */
export function detailFaults({ report, traffic }: Run, expected: RunExpectation): string[] {
  const { because = [], live, sessions = {}, evidence = [], events } = expected;
  const told = traffic.writes
    .filter(({ resource }) => resource === 'events')
    .map(({ body }) => `${body.type} ${body.reason} ${body.involvedObject.name}`);
  const wrong = events !== undefined && !isDeepStrictEqual(told.sort(), [...events].sort());
  const asked =
    live !== undefined || [because, sessions, evidence].some((each) => Object.keys(each).length > 0);
  return [
    ...(wrong ? [`wrote the Events ${told.join(', ') || '(none)'}, expected ${events.join(', ')}`] : []),
    ...(asked && report === undefined ? ['printed no report'] : []),
    ...(report === undefined ? [] : reportFaults(report, { because, live, sessions, evidence })),
  ];
}

function reportFaults(
  report: Report,
  {
    because,
    live,
    sessions,
    evidence,
  }: Required<Pick<RunExpectation, 'because' | 'sessions' | 'evidence'>> & {
    live: string | undefined;
  },
): string[] {
  const { total, untouched, mended, harmed } = report.liveSessions;
  const counted = `${total} live, ${untouched} untouched, ${mended} mended, ${harmed} harmed`;
  return [
    ...because.flatMap(({ code, ...args }) => {
      const found = reasonsIn(report).filter((reason) => reason.code === code);
      const shown = found.map((reason) => JSON.stringify(reason.args)).join(' ') || 'not there';
      return found.some((reason) => isLike(reason.args, args))
        ? []
        : [`reason ${code} ${JSON.stringify(args)}: ${shown}`];
    }),
    ...(live === undefined || live === counted ? [] : [`${counted}, expected ${live}`]),
    ...Object.entries(sessions).flatMap(([name, row]) => {
      const found = report.sessions.find((session) => session.name === name);
      return found !== undefined && isLike(found, row)
        ? []
        : [`row of session ${name}: ${JSON.stringify(found)}, expected ${JSON.stringify(row)}`];
    }),
    ...evidence.flatMap(({ app, instance, container, event, log }) => {
      const found = report.evidence.find((each) => each.app === app && each.instance === instance);
      const right =
        found !== undefined &&
        (container === undefined || found.container === container) &&
        (event === undefined || found.events.some((text) => text.includes(event))) &&
        (log === undefined || found.log.some((line) => line.includes(log)));
      return right ? [] : [`evidence of ${app} ${instance}: ${JSON.stringify(found ?? 'none')}`];
    }),
  ];
}

function isLike(found: object, wanted: object): boolean {
  return Object.entries(wanted).every(([key, value]) =>
    isDeepStrictEqual((found as Record<string, unknown>)[key], value),
  );
}

export function reasonsIn(report: Report): Worded[] {
  return [
    ...report.reasons,
    ...report.operator.reasons,
    ...report.pools.flatMap((pool) => [...pool.reasons, ...pool.instances.flatMap(({ reasons }) => reasons)]),
    ...report.sessions.flatMap(({ reasons }) => reasons),
  ];
}
