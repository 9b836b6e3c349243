import type { KubeObject } from '../model/kube.ts';

/** Milliseconds of an RFC 3339 time with any fraction; 0 when it is missing or unreadable. */
export function millis(text: unknown): number {
  if (typeof text !== 'string') return 0;
  const value = Date.parse(text);
  return Number.isNaN(value) ? 0 : value;
}

/** The field manager of every write of ours. */
export const fieldManager = 'warmgate';

/** When anybody but warmgate last wrote the object (status apart), by managedFields; else its creation. Whole seconds. */
export function lastForeignWrite(object: KubeObject): number {
  let last = millis(object.metadata.creationTimestamp);
  for (const field of object.metadata.managedFields ?? []) {
    if (field.manager === fieldManager || field.subresource === 'status') continue;
    last = Math.max(last, millis(field.time));
  }
  return last;
}
