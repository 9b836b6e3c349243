import { Ajv, type ValidateFunction } from 'ajv';
import schema from '../../charts/patch/values.schema.json' with { type: 'json' };

/** The schema by which Helm checks the chart's values. The bundle has the function that this makes, without what makes it. */
export const validValues: ValidateFunction = new Ajv({ strict: false, allErrors: false }).compile(schema);
