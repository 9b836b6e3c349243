/** One request that lab and real server must answer alike. `{uid}` and `{rv}` stand for those of the object at `of`. */
export interface ParityRequest {
  title: string;
  method: string;
  path: string;
  body?: unknown;
  type?: string;
  /** Path of an object that is read before, for `{uid}` and `{rv}` in the body. */
  of?: string;
  /** Fields of the answer to compare beside code, reason and message, as paths with dots. */
  fields?: readonly string[];
}

/** The types of patch. */
export const asMerge = { type: 'application/merge-patch+json' };
export const asStrategic = { type: 'application/strategic-merge-patch+json' };
export const asJson = { type: 'application/json-patch+json' };

/** Fields that several requests compare. */
export const generation = ['metadata.generation'];
export const references = ['metadata.ownerReferences'];

export function send(
  title: string,
  method: string,
  path: string,
  body?: unknown,
  more: Partial<ParityRequest> = {},
): ParityRequest {
  return { title, method, path, ...(body === undefined ? {} : { body }), ...more };
}
