import { type Diagnosis, findingRows } from '../../plugin/doctor/diagnosis.ts';
import { type Finding, type Severity, severities, topics } from '../../plugin/doctor/finding.ts';
import { every, jsonSchema, reference, type SchemaFor } from './schema-for.ts';

const text = { type: 'string' } as const;

const finding: SchemaFor<Finding> = {
  description: 'One thing that doctor found.',
  properties: {
    code: { enum: Object.values(findingRows).flatMap((rows) => Object.keys(rows)) },
    topic: { enum: topics },
    severity: { enum: Object.keys(severities) as Severity[], description: 'a problem fails a hook' },
    args: { values: { type: ['string', 'number'] } },
    text,
    todo: { type: 'string', description: 'what to do about it' },
  },
  optional: { todo: true },
};

const diagnosis: SchemaFor<Diagnosis> = {
  description: 'What `warmgate doctor` says.',
  properties: {
    apiVersion: { enum: every({ 'warmgate/v1': true }) },
    kind: { enum: every({ Diagnosis: true }) },
    version: text,
    server: text,
    context: text,
    namespace: text,
    account: {
      type: 'string',
      description: 'whose permissions were asked; empty when the server does not say',
    },
    at: { type: 'string', description: "RFC 3339, the server's clock" },
    exit: { enum: [0, 1], description: '1: a hook fails' },
    verdict: { type: 'string', description: 'one line' },
    findings: { items: reference('finding') },
  },
  optional: {},
};

/** schemas/diagnosis.schema.json. */
export function diagnosisSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:warmgate:diagnosis:v1',
    title: 'warmgate diagnosis',
    ...jsonSchema(diagnosis),
    $defs: { finding: jsonSchema(finding) },
  };
}
