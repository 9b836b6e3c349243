import type { InstanceReport, SessionReport, Worded } from '../../plugin/model/report.ts';
import {
  type InstanceState,
  instanceStates,
  type SessionOutcome,
  type SessionPhase,
  sessionOutcomes,
  sessionPhases,
} from '../../plugin/model/states.ts';
import { type StepKind, stepKinds } from '../../plugin/model/steps.ts';
import { every, reference, type SchemaFor } from './schema-for.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const worded = { items: reference<Worded>('reason') };

export const instanceSchema: SchemaFor<InstanceReport> = {
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

export const sessionSchema: SchemaFor<SessionReport> = {
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
