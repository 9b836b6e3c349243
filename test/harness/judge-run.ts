import { isDeepStrictEqual } from 'node:util';
import { kinds } from '../../plugin/model/kinds.ts';
import type { Report, Worded } from '../../plugin/model/report.ts';
import { lookedAt } from '../../plugin/model/snapshot.ts';
import type { RunExpectation } from './expectation.ts';
import type { Run } from './warmgate.ts';

/** One line for everything in which a run differs from what was expected of it. */
export function runFaults(name: string, run: Run, expected: RunExpectation): string[] {
  const faults = [
    expected.exit === undefined ? '' : differs('exit code', run.exit, expected.exit),
    ...reportFaults(run.report, expected),
    ...detailFaults(run, expected),
    ...trafficFaults(run, expected),
    ...readFaults(run, expected),
    ...timeFaults(run, expected),
    ...(expected.says ?? []).map((text) => (run.stderr.includes(text) ? '' : `stderr lacks "${text}"`)),
    ...signalFaults(run, expected),
    ...leaks(run),
  ];
  return faults.filter((fault) => fault !== '').map((fault) => `${name}: ${fault}`);
}

function reportFaults(report: Report | undefined, expected: RunExpectation): string[] {
  const { states, has = [], lacks = [], nudges, looks, did = {} } = expected;
  const asked = states !== undefined || has.length > 0 || nudges !== undefined || looks !== undefined;
  if (report === undefined) return asked ? ['printed no report'] : [];
  const codes = new Set<string>(reasonsIn(report).map(({ code }) => code));
  const done = (step: string): number =>
    report.actions.filter((action) => action.step === step && action.result === 'done').length;
  return [
    ...has
      .filter((code) => !codes.has(code))
      .map((code) => `lacks the reason ${code} (has ${[...codes].join(', ')})`),
    ...lacks.filter((code) => codes.has(code)).map((code) => `has the reason ${code}`),
    ...Object.entries(states ?? {}).map(([app, text]) =>
      differs(`states of ${app}`, statesOf(report, app), text),
    ),
    nudges === undefined ? '' : differs('nudges', done('nudge'), nudges),
    looks === undefined ? '' : differs('looks', report.traffic.looks, looks),
    ...Object.entries(did).map(([step, count]) => differs(`steps ${step}`, done(step), count)),
    expected.exit === undefined ? '' : differs('exit in the report', report.exit, expected.exit),
  ];
}

/** One list for each kind that a look lists, whatever the pool's size (docs/architecture.md#observe). */
function readFaults({ traffic: { reads } }: Run, { listsOnce = false }: RunExpectation): string[] {
  if (!listsOnce) return [];
  const wanted = [...lookedAt.map((kind) => `list ${kinds[kind].plural}`), 'get namespaces'].sort();
  const asked = Object.entries(reads).flatMap(([read, count]) => Array.from({ length: count }, () => read));
  return isDeepStrictEqual(asked.sort(), wanted)
    ? []
    : [`read ${asked.join(', ')}, expected ${wanted.join(', ')}`];
}

function trafficFaults({ traffic }: Run, { writes }: RunExpectation): string[] {
  const list = traffic.writes.map(({ verb, resource, name }) => `${verb} ${resource}/${name}`);
  const more = traffic.writes.filter(
    ({ resource, name }) => resource !== 'events' && name !== 'warmgate-report',
  );
  switch (writes) {
    case 'none':
      return list.length > 0 ? [`wrote ${list.slice(0, 5).join(', ')}`] : [];
    case 'trace':
      return more.length > 0 ? [`wrote ${list.slice(0, 5).join(', ')}`] : [];
    case 'some':
      return more.length > 0 ? [] : ['wrote nothing'];
    default:
      return [];
  }
}

function timeFaults({ wallMs, report, groundMs }: Run, expected: RunExpectation): string[] {
  const { wallSeconds, seconds, atLeastSeconds } = expected;
  const reported =
    report === undefined ? groundMs : Date.parse(report.endedAt) - Date.parse(report.startedAt);
  const [wall, took] = [wallMs / 1000, reported / 1000];
  return [
    wallSeconds !== undefined && wall > wallSeconds ? `took ${wall.toFixed(1)} s of the wall` : '',
    seconds !== undefined && took > seconds ? `took ${took.toFixed(1)} s, more than ${seconds}` : '',
    atLeastSeconds !== undefined && took < atLeastSeconds
      ? `took ${took.toFixed(1)} s, less than ${atLeastSeconds}`
      : '',
  ];
}

/** SIGTERM: gone within 5 s, and nothing written but what was under way (docs/architecture.md#verify-step-9). */
function signalFaults({ signalled, wallMs, groundMs, traffic }: Run, expected: RunExpectation): string[] {
  if (signalled === undefined) return expected.silentAfterSignal === true ? ['got no signal'] : [];
  const late = wallMs - signalled.wallMs;
  const grace = signalled.at + (underWayMs * groundMs) / wallMs;
  const after = traffic.writes
    .filter(({ at }) => at > grace)
    .map(({ verb, resource }) => `${verb} ${resource}`);
  return [
    late > 5000 ? `ended ${(late / 1000).toFixed(1)} s after the signal` : '',
    expected.silentAfterSignal === true && after.length > 0
      ? `wrote after the signal: ${after.join(', ')}`
      : '',
  ];
}

/** Wall milliseconds in which a write that was sent before the signal comes to the server. */
const underWayMs = 300;

/** No address, session secret or token in anything that it printed (docs/architecture.md#no-personal-data). */
function leaks({ stdout, stderr }: Run): string[] {
  const text = stdout + stderr;
  return [/[\w.+-]+@example\.test/, /_at_/, /secret-of-/, /Bearer /, /eyJ[\w-]{20}/]
    .filter((pattern) => pattern.test(text))
    .map((pattern) => `printed what matches ${pattern}`);
}

/** `1-2 claimed, 3-10 current`; an id that is there twice, by state. */
function statesOf(report: Report, app: string): string {
  const pool = report.pools.find((each) => each.app === app);
  const ranges: { from: number; to: number; state: string }[] = [];
  const sorted = [...(pool?.instances ?? [])].sort((a, b) => a.id - b.id || (a.state < b.state ? -1 : 1));
  for (const { id, state } of sorted) {
    const last = ranges.at(-1);
    if (last?.state === state && id === last.to + 1) last.to = id;
    else ranges.push({ from: id, to: id, state });
  }
  return ranges.map(({ from, to, state }) => `${from === to ? from : `${from}-${to}`} ${state}`).join(', ');
}

function differs(what: string, is: unknown, must: unknown): string {
  return is === must ? '' : `${what}: ${is}, expected ${must}`;
}

/** What the report says in its tables, and which Events the run wrote. */
function detailFaults({ report, traffic }: Run, expected: RunExpectation): string[] {
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
    ...(report === undefined ? [] : tableFaults(report, { because, live, sessions, evidence })),
  ];
}

function tableFaults(
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

function reasonsIn(report: Report): Worded[] {
  return [
    ...report.reasons,
    ...report.operator.reasons,
    ...report.pools.flatMap((pool) => [...pool.reasons, ...pool.instances.flatMap(({ reasons }) => reasons)]),
    ...report.sessions.flatMap(({ reasons }) => reasons),
  ];
}
