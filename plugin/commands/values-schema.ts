import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../charts/patch/values.schema.json' with { type: 'json' };

/** Keeps the source of what it compiles, for the bundle has that alone. */
export const ajv: Ajv = new Ajv({ strict: false, code: { source: true, esm: true } });

/** The schema by which Helm checks the chart's values. */
export const validValues: ValidateFunction = ajv.compile(schema);
