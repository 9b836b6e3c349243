import type { InstanceAssessment, SessionAssessment } from '../../plugin/model/assessment.ts';
import type { Exit } from '../../plugin/model/exits.ts';
import { type Reason, type ReasonCode, reasons } from '../../plugin/model/reasons.ts';
import type { Report } from '../../plugin/model/report.ts';
import { type InstanceState, instanceStates } from '../../plugin/model/states.ts';
import { stepKinds } from '../../plugin/model/steps.ts';
import { buildReport } from '../../plugin/report/building/report.ts';
import { assessment, done, facts, instance, operator, pool, session } from './build.ts';
import { fc } from './fast-check.ts';

/** Text as hostile as a cluster or file could hold: markup, quotes, controls, wide characters, addresses. */
export const nasty: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.emailAddress(),
  fc.constantFrom(
    '<b>&amp;',
    ']]>',
    '"\'`',
    '| a | b',
    '\u001b[31mred',
    'a\r\nb',
    '\u202eabc',
    '日本語',
    '--> <!--',
    '{{x}}',
  ),
);

/** A reason about `about` with all of its arguments, hostile or a number. */
export function anyReason(about: string): fc.Arbitrary<Reason> {
  const codes = (Object.keys(reasons) as ReasonCode[]).filter((code) => reasons[code].about === about);
  return fc.constantFrom(...codes).chain((code) => {
    const names = [...reasons[code].says.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
    const args = Object.fromEntries(names.map((name) => [name, fc.oneof(nasty, fc.nat(99))]));
    return fc.record({ code: fc.constant(code), args: fc.record(args) });
  });
}

const anyInstance: fc.Arbitrary<InstanceAssessment> = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    state: fc.constantFrom(...(Object.keys(instanceStates) as InstanceState[])),
    generations: fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 2 }),
    reasons: fc.array(anyReason('instance'), { maxLength: 3 }),
  })
  .map(({ id, ...changes }) => instance(id, changes));

const anySession: fc.Arbitrary<SessionAssessment> = fc
  .record({
    name: nasty,
    id: fc.integer({ min: 1, max: 12 }),
    phase: fc.constantFrom('live', 'inFlight', 'failed', 'ending'),
    outcome: fc.constantFrom('untouched', 'mended', 'harmed'),
    allowList: fc.constantFrom('right', 'wrong', 'missing', 'none'),
    reasons: fc.array(anyReason('session'), { maxLength: 3 }),
  })
  .map(({ name, id, ...changes }) => session(name, id, changes));

const anyAssessment = fc
  .record({
    namespace: nasty,
    instances: fc.array(anyInstance, { maxLength: 6 }),
    name: nasty,
    image: nasty,
    poolReasons: fc.array(anyReason('pool'), { maxLength: 2 }),
    sessions: fc.array(anySession, { maxLength: 4 }),
    operatorReasons: fc.array(anyReason('operator'), { maxLength: 2 }),
    reasons: fc.array(anyReason('run'), { maxLength: 2 }),
  })
  .map(({ namespace, instances, name, image, poolReasons, sessions, operatorReasons, reasons: ofRun }) =>
    assessment({
      namespace,
      pools: [pool(instances, { name, image, reasons: poolReasons })],
      sessions,
      operator: { ...operator, image, reasons: operatorReasons },
      reasons: ofRun,
    }),
  );

/** Any report that a run could give, from hostile looks. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    first: anyAssessment,
    last: anyAssessment,
    command: fc.constantFrom('verify', 'check', 'guard', 'open'),
    step: fc.constantFrom(...(Object.keys(stepKinds) as (keyof typeof stepKinds)[])),
    text: nasty,
    exit: fc.constantFrom<Exit | undefined>(undefined, 3, 4, 70),
    operatorWaived: fc.boolean(),
  })
  .map(({ first, last, command, step, text, exit, operatorWaived }) =>
    buildReport(first, last, {
      ...facts({ command, context: text, server: text, runId: text, operatorWaived }),
      actions: [done(step, { instance: 1, object: text })],
      origin: { application: text },
      evidence: [{ app: text, instance: 1, pod: text, container: text, events: [text], log: [text, text] }],
      ...(exit === undefined ? {} : { exit }),
    }),
  );
