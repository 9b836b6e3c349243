import { type Exit, exits } from '../../plugin/model/exits.ts';
import { type ReasonCode, reasons } from '../../plugin/model/reasons.ts';
import type {
  ActionReport,
  EvidenceReport,
  InstanceReport,
  PoolReport,
  Report,
  SessionReport,
  Worded,
} from '../../plugin/model/report.ts';
import {
  type InstanceState,
  instanceStates,
  type SessionOutcome,
  type SessionPhase,
  sessionOutcomes,
  sessionPhases,
} from '../../plugin/model/states.ts';
import { type StepKind, stepKinds } from '../../plugin/model/steps.ts';
import { every, jsonSchema, reference, type SchemaFor } from './schema-for.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yesNo = { type: 'boolean' } as const;
const time = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  description: "RFC 3339, the server's clock",
} as const;
const worded = { items: reference<Worded>('reason') };

const reason: SchemaFor<Worded> = {
  description: 'What warmgate has to say about something, and the numbers it compared.',
  properties: {
    code: { enum: Object.keys(reasons) as ReasonCode[] },
    args: { values: { type: ['string', 'number'] } },
    exit: {
      enum: exitCodes(),
      description: 'exit code that it causes in this run; 0 is a warning or information',
    },
    text: { type: 'string', description: 'the same in words' },
  },
  optional: {},
};

const pool: SchemaFor<PoolReport> = {
  description: 'The instances of one AppDefinition, as they were at the end.',
  properties: {
    app: text,
    uid: text,
    generation: count,
    image: text,
    minInstances: count,
    converged: { type: 'boolean', description: 'all free instances current, whole and ready, the gate open' },
    gate: { enum: every({ open: true, closed: true }) },
    nudges: count,
    counts: { properties: { current: count, claimed: count, stale: count, other: count }, optional: {} },
    instances: { items: reference('instance') },
    reasons: worded,
  },
  optional: {},
};

const instanceSchema: SchemaFor<InstanceReport> = {
  description: 'One id of a pool.',
  properties: {
    id: count,
    state: { enum: Object.keys(instanceStates) as InstanceState[] },
    hold: {
      enum: every({ open: true, shielded: true, closed: true, whole: true, kept: true }),
      description:
        'how tightly warmgate holds it: not, sidecars only, kept from sessions, every part, kept old but open',
    },
    generations: {
      items: { type: 'integer', minimum: -1 },
      description: 'on the labels of its main parts, once each; -1 for a missing or unreadable label',
    },
    session: text,
    missing: { items: text, description: 'parts that do not exist' },
    differing: { items: text, description: 'parts that differ from the target' },
    reasons: worded,
    done: {
      items: { enum: Object.keys(stepKinds) as StepKind[] },
      description: 'what this run did to it, in order',
    },
  },
  optional: { session: true },
};

const sessionSchema: SchemaFor<SessionReport> = {
  description: 'One Session. Its user is nowhere in a report.',
  properties: {
    name: text,
    uid: text,
    app: text,
    phase: { enum: Object.keys(sessionPhases) as SessionPhase[] },
    start: { enum: every({ eager: true, lazy: true }) },
    instance: count,
    outcome: { enum: Object.keys(sessionOutcomes) as SessionOutcome[] },
    partsCompared: {
      type: 'integer',
      minimum: 0,
      description: 'by UID, with the first look; 0 when there was one look',
    },
    partsSame: count,
    allowList: { enum: every({ right: true, wrong: true, missing: true, none: true, mended: true }) },
    claim: { enum: every({ complete: true, completed: true, incomplete: true, none: true }) },
    misrouted: { type: 'boolean' },
    reasons: worded,
  },
  optional: { instance: true },
};

const action: SchemaFor<ActionReport> = {
  description: 'One step that was tried.',
  properties: {
    at: time,
    step: { enum: Object.keys(stepKinds) as StepKind[] },
    app: text,
    instance: count,
    object: { type: 'string', description: '`Kind/name` of the object written' },
    result: { enum: every({ done: true, moved: true, refused: true, failed: true }) },
  },
  optional: { instance: true, object: true },
};

const evidence: SchemaFor<EvidenceReport> = {
  description: 'What the cluster says of an instance that did not start.',
  properties: {
    app: text,
    instance: count,
    pod: text,
    container: text,
    events: { items: text },
    log: { items: text },
  },
  optional: {},
};

const report: SchemaFor<Report> = {
  description: 'What a run of warmgate says, whole. Every other form of the report is made from this value.',
  properties: {
    apiVersion: { enum: every({ 'warmgate/v1': true }) },
    kind: { enum: every({ Report: true }) },
    command: { enum: every({ verify: true, check: true, guard: true, open: true }) },
    version: text,
    runId: { type: 'string', description: "random; the holder of this run's Leases" },
    server: { type: 'string', description: 'empty when a file was judged' },
    context: text,
    namespace: text,
    startedAt: time,
    endedAt: time,
    exit: { enum: exitCodes(), description: 'the worst of all reasons' },
    verdict: { type: 'string', description: 'one line' },
    operator: {
      properties: {
        kind: { enum: every({ fork: true, upstream: true, unknown: true }) },
        verified: yesNo,
        eagerStart: yesNo,
        keycloak: yesNo,
        learnedFrom: { enum: every({ arguments: true, pool: true }) },
        image: text,
        reasons: worded,
      },
      optional: { image: true },
    },
    pools: { items: reference('pool') },
    sessions: { items: reference('session') },
    liveSessions: {
      properties: { total: count, untouched: count, notJudged: count, mended: count, harmed: count },
      optional: {},
    },
    actions: { items: reference('action') },
    evidence: { items: reference('evidence') },
    traffic: { properties: { requests: count, writes: count, looks: count }, optional: {} },
    reasons: worded,
    origin: {
      description: 'where the run came from, under Argo CD',
      properties: { application: text, revision: text, namespace: text },
      optional: { application: true, revision: true, namespace: true },
    },
  },
  optional: { origin: true },
};

/** schemas/report.schema.json. */
export function reportSchema(): object {
  const shapes = { reason, pool, instance: instanceSchema, session: sessionSchema, action, evidence };
  const $defs = Object.entries(shapes).map(([name, shape]) => [name, jsonSchema(shape)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:warmgate:report:v1',
    title: 'warmgate report',
    ...jsonSchema(report),
    $defs: Object.fromEntries($defs),
  };
}

function exitCodes(): Exit[] {
  return Object.keys(exits).map(Number) as Exit[];
}
