import type { ManagedField, ObjectMeta } from '../../model/kube.ts';

/**
 * The entries after one more write of a manager: its own (per subresource) moves to `time`, the others stay.
 * Field sets are left out; who wrote when is what the lab keeps.
 */
export function afterWrite(
  metadata: Pick<ObjectMeta, 'managedFields'>,
  apiVersion: string,
  manager: string,
  subresource: string,
  time: string,
): ManagedField[] {
  const own = (field: ManagedField): boolean =>
    field.manager === manager && field.operation === 'Update' && (field.subresource ?? '') === subresource;
  const entry = { manager, operation: 'Update', apiVersion, time, fieldsType: 'FieldsV1', fieldsV1: {} };
  return [
    ...(metadata.managedFields ?? []).filter((field) => !own(field)),
    subresource === '' ? entry : { ...entry, subresource },
  ];
}
