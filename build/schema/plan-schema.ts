import {
  type ChangeKind,
  changeKinds,
  type InstanceFate,
  instanceFates,
  type NoteCode,
  noteRows,
  type PartLoss,
  type Plan,
  type PlannedInstance,
  type PlannedNote,
  type PlannedPool,
  type PlannedSession,
} from '../../plugin/forecast/plan.ts';
import { type PartKind, partKinds } from '../../plugin/model/parts.ts';
import { every, jsonSchema, reference, type SchemaFor } from './schema-for.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const yesNo = { type: 'boolean' } as const;

const pool: SchemaFor<PlannedPool> = {
  description: 'One AppDefinition of the manifests, or one that is pruned.',
  properties: {
    app: text,
    change: { enum: Object.keys(changeKinds) as ChangeKind[] },
    generation: { items: count, description: 'before and after; 0 for none' },
    image: { items: text, description: 'before and after; empty for none' },
    minInstances: { items: count, description: 'before and after' },
    fields: { items: text, description: 'paths of the fields of the spec that change' },
    instances: { items: reference('instance') },
  },
  optional: {},
};

const instance: SchemaFor<PlannedInstance> = {
  description: 'One id of a pool.',
  properties: {
    id: count,
    fate: { enum: Object.keys(instanceFates) as InstanceFate[] },
    session: { type: 'string', description: 'who has it now' },
    lost: { items: text, description: 'parts that are deleted and not made anew' },
    deletes: count,
    creates: count,
  },
  optional: { session: true },
};

const session: SchemaFor<PlannedSession> = {
  description: 'A live session that loses something. Its user is nowhere in a plan.',
  properties: {
    name: text,
    app: text,
    instance: { type: 'integer', minimum: 0, description: '0 for one that started lazily' },
    loses: { items: reference<PartLoss>('loss') },
    withGuard: { items: reference<PartLoss>('loss'), description: 'the same, if guard ran before' },
  },
  optional: {},
};

const loss: SchemaFor<PartLoss> = {
  description: 'A part that is taken from a live session, and what that means to it.',
  properties: {
    part: { enum: Object.keys(partKinds) as PartKind[] },
    sidecar: text,
    fate: { enum: every({ remade: true, lost: true }) },
    text,
  },
  optional: { sidecar: true },
};

const note: SchemaFor<PlannedNote> = {
  description: 'What one should know beside the fates.',
  properties: {
    code: { enum: Object.keys(noteRows) as NoteCode[] },
    args: { values: { type: ['string', 'number'] } },
    text,
  },
  optional: {},
};

const plan: SchemaFor<Plan> = {
  description: 'What the operator would do with some manifests.',
  properties: {
    apiVersion: { enum: every({ 'warmgate/v1': true }) },
    kind: { enum: every({ Plan: true }) },
    version: text,
    source: {
      enum: every({ live: true, file: true, base: true }),
      description: 'where the pools were seen; base: as the base revision would have made them',
    },
    server: { type: 'string', description: 'empty unless live' },
    namespace: text,
    operator: {
      properties: {
        kind: { enum: every({ fork: true, upstream: true, unknown: true }) },
        eagerStart: yesNo,
        keycloak: yesNo,
        restarts: { type: 'boolean', description: 'the manifests change its pod template' },
      },
      optional: {},
    },
    verdict: { type: 'string', description: 'one line' },
    pools: { items: reference('pool') },
    sessions: { items: reference('session') },
    notes: { items: reference('note') },
  },
  optional: {},
};

/** schemas/plan.schema.json. */
export function planSchema(): object {
  const $defs = Object.entries({ pool, instance, session, loss, note }).map(([name, shape]) => [
    name,
    jsonSchema(shape),
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:warmgate:plan:v1',
    title: 'warmgate plan',
    ...jsonSchema(plan),
    $defs: Object.fromEntries($defs),
  };
}
