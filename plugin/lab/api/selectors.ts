import { isRecord } from '../../model/foreign.ts';
import type { KubeObject } from '../../model/kube.ts';
import { refuse } from './status-error.ts';

export type Matches = (object: KubeObject) => boolean;

/**
 * A label selector (`a=b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`, joined by commas) as a test.
 * Throws StatusError 400 where it cannot be read.
 */
export function labelMatches(selector: string): Matches {
  const tests = requirements(selector).map(requirement);
  return (object) => tests.every((test) => test(object.metadata.labels ?? {}));
}

/** A field selector (`metadata.name=x,status.phase!=y`) as a test. */
export function fieldMatches(selector: string): Matches {
  const tests = requirements(selector).map((text) => {
    const [, path = '', operator = '', value = ''] = /^([^=!]+)(==|=|!=)(.*)$/.exec(text) ?? [];
    if (path === '') throw refuse.badRequest(`unable to parse field selector ${text}`);
    return (object: KubeObject) => (String(read(object, path) ?? '') === value) !== (operator === '!=');
  });
  return (object) => tests.every((test) => test(object));
}

type Labels = Record<string, string>;

function requirement(text: string): (labels: Labels) => boolean {
  const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(text);
  if (set !== null) {
    const [, key = '', operator, values = ''] = set;
    const wanted = values.split(',').map((value) => value.trim());
    return (labels) => wanted.includes(labels[key] ?? '\0') === (operator === 'in');
  }
  const equal = /^([^\s=!]+)\s*(==|=|!=)\s*([^\s=]*)$/.exec(text);
  if (equal !== null) {
    const [, key = '', operator, value = ''] = equal;
    return (labels) => (labels[key] === value) !== (operator === '!=');
  }
  const exists = /^(!?)\s*([^\s=!(),]+)$/.exec(text);
  if (exists === null) throw refuse.badRequest(`unable to parse requirement: ${text}`);
  const [, not = '', key = ''] = exists;
  return (labels) => key in labels !== (not === '!');
}

function requirements(selector: string): string[] {
  return selector
    .split(/,(?![^(]*\))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function read(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), object);
}

/** The query's label and field selector as one test; undefined when there is neither. */
export function selectorOf(query: URLSearchParams): Matches | undefined {
  const labels = query.get('labelSelector');
  const fields = query.get('fieldSelector');
  const tests = [...(labels ? [labelMatches(labels)] : []), ...(fields ? [fieldMatches(fields)] : [])];
  return tests.length === 0 ? undefined : (object) => tests.every((test) => test(object));
}
