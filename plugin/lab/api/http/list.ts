import { groupVersionOf, type Resource } from '../resources.ts';
import { fieldMatches, labelMatches, type Matches } from '../selectors.ts';
import type { Store } from '../store.ts';

/** The body of a LIST, put together from each object's cached JSON. `limit` is ignored: everything comes at once. */
export function listBody(
  store: Store,
  resource: Resource,
  namespace: string,
  query: URLSearchParams,
): string {
  const matches = selectorOf(query);
  const items = store.listJson(resource.kind, namespace);
  const objects = matches === undefined ? [] : store.list(resource.kind, namespace);
  const chosen = matches === undefined ? items : items.filter((_, i) => matches(objects[i]!));
  const head = `{"kind":"${resource.kind}List","apiVersion":"${groupVersionOf(resource)}"`;
  return `${head},"metadata":{"resourceVersion":"${store.resourceVersion()}"},"items":[${chosen.join(',')}]}`;
}

/** The query's label and field selector as one test; undefined when there is neither. */
export function selectorOf(query: URLSearchParams): Matches | undefined {
  const labels = query.get('labelSelector');
  const fields = query.get('fieldSelector');
  const tests = [...(labels ? [labelMatches(labels)] : []), ...(fields ? [fieldMatches(fields)] : [])];
  return tests.length === 0 ? undefined : (object) => tests.every((test) => test(object));
}
