import { reasons, remedies } from '../../model/reasons.ts';
import type { EvidenceReport, PoolReport, Report, Worded } from '../../model/report.ts';
import { type InstanceState, instanceStates } from '../../model/states.ts';
import { type StepKind, stepKinds } from '../../model/steps.ts';

/** `warmgate 0.1.0 verify, namespace theia, https://... (context prod)`. */
export function runLine({ command, version, namespace, server, context }: Report): string {
  const where = server === '' ? '' : `, ${server}`;
  return `warmgate ${version} ${command}, namespace ${namespace}${where}${context === '' ? '' : ` (context ${context})`}`;
}

/** `operator: fork, verified; eager start, Keycloak (from its arguments)`. */
export function operatorLine({ operator }: Report): string {
  const { kind, verified, eagerStart, keycloak, learnedFrom, image } = operator;
  const told = [eagerStart ? 'eager start' : 'no eager start', keycloak ? 'Keycloak' : 'no Keycloak'].join(
    ', ',
  );
  const source = learnedFrom === 'arguments' ? 'from its arguments' : 'from the pool';
  const named = image === undefined ? '' : `; ${image}`;
  return `operator: ${kind}, ${verified ? 'verified' : 'not verified'}; ${told} (${source})${named}`;
}

/** `java-25: converged; generation 2, image ...; 8 current, 2 claimed; gate open, 1 nudge`. */
export function poolLine(pool: PoolReport): string {
  const { app, converged, generation, image, minInstances, instances, gate, nudges } = pool;
  const counted = stateCounts(instances) || 'no instance';
  const nudged = nudges === 0 ? '' : `, ${nudges} nudge${nudges === 1 ? '' : 's'}`;
  const target = `generation ${generation}${image === '' ? '' : `, image ${image}`}, minInstances ${minInstances}`;
  return `${app}: ${converged ? 'converged' : 'not converged'}; ${target}; ${counted}; gate ${gate}${nudged}`;
}

/** `2 live sessions, 2 untouched`, with those not judged, mended and harmed where there are any. */
export function liveLine({ liveSessions }: Report): string {
  const { total, untouched, notJudged, mended, harmed } = liveSessions;
  const others = [
    notJudged > 0 ? `, ${notJudged} not judged` : '',
    mended > 0 ? `, ${mended} mended` : '',
    harmed > 0 ? `, ${harmed} harmed` : '',
  ];
  return `${total} live session${total === 1 ? '' : 's'}, ${untouched} untouched${others.join('')}`;
}

/** What was done and what it took: `done: 8 x gate closed, 1 x nudged; 61 requests, 17 writes, 12 looks, 14.3 s`. */
export function conduct(report: Report): string {
  const { actions, traffic, startedAt, endedAt } = report;
  const done = new Map<StepKind, number>();
  for (const { step, result } of actions) if (result === 'done') done.set(step, (done.get(step) ?? 0) + 1);
  const failed = actions.filter(({ result }) => result !== 'done').length;
  const steps = [...done].map(([step, times]) => `${times} x ${stepKinds[step].label}`);
  if (failed > 0) steps.push(`${failed} not carried out`);
  const seconds = ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1);
  const { requests, writes, looks } = traffic;
  const took = `${requests} requests, ${writes} writes, ${looks} look${looks === 1 ? '' : 's'}, ${seconds} s`;
  return `done: ${steps.join(', ') || 'nothing written'}; ${took}`;
}

/** `2 claimed, 3 current, 5 stale`: how many instances are in each state, in the order of the states' table. */
export function stateCounts(
  instances: readonly { state: InstanceState }[],
  leaveOut: readonly InstanceState[] = [],
): string {
  return (Object.keys(instanceStates) as InstanceState[])
    .filter((state) => !leaveOut.includes(state))
    .map((state) => ({ state, count: instances.filter((each) => each.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${instanceStates[state].label}`)
    .join(', ');
}

/** What the cluster itself says of an instance that did not start: `java-25 3 (pod, container java-25):`, then each line. */
export function evidenceLines({ app, instance, pod, container, events, log }: EvidenceReport): {
  head: string;
  events: string[];
  log: string[];
} {
  const where = container === '' ? pod : `${pod}, container ${container}`;
  return { head: `${app} ${instance} (${where || 'no pod'}):`, events, log: log.map((text) => `| ${text}`) };
}

/** Every reason in a report, in the order in which its parts are shown. */
export function allReasons(report: Report): Worded[] {
  const { operator, pools, sessions, reasons } = report;
  const ofPools = pools.flatMap((pool) => [
    ...pool.reasons,
    ...pool.instances.flatMap((each) => each.reasons),
  ]);
  return [...reasons, ...operator.reasons, ...ofPools, ...sessions.flatMap((session) => session.reasons)];
}

/** What to do next after a look that was not good, each thing once: `next: ...`. A verify has done it already. */
export function advice(report: Report): string[] {
  if (report.command !== 'check' || report.exit === 0) return [];
  const steps = allReasons(report)
    .filter(({ exit }) => exit !== 0)
    .map(({ code }) => remedies[reasons[code].remedy].next);
  return [...new Set<string>(steps)].filter((next) => next !== '').map((next) => `next: ${next}`);
}

/** What the kubelet keeps of a termination message (Kubernetes: Determine the Reason for Pod Failure). */
export const terminationMessageBytes = 4096;

/** What the API server keeps of an Event's note (Kubernetes API, events.k8s.io/v1). */
export const eventNoteBytes = 1024;

/** The verdict and exit in one line of at most `maxBytes` bytes of UTF-8, cut between characters. */
export function oneLine({ command, verdict, exit }: Report, maxBytes: number): string {
  const ending = ` (exit ${exit})`;
  return `${cutBytes(`warmgate ${command}: ${verdict}`, maxBytes - ending.length)}${ending}`;
}

function cutBytes(text: string, max: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= max) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, max - 3)));
  return `${text.slice(0, read)}…`;
}
