import { parseAllDocuments } from 'yaml';
import { isRecord } from '../model/foreign.ts';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';
import { wellFormed } from '../model/well-formed.ts';

/**
 * The objects in a text: one object, a List (nested ones too), a bare array, several JSON or YAML documents.
 * @throws RunError 'notKubernetes' when a document is no such thing, or none is there
 */
export function readObjects(text: string, file: string): KubeObject[] {
  const objects = documents(text, file).flatMap((value) => unfold(value, file));
  if (objects.length === 0) throw new RunError('notKubernetes', { file, reason: 'it is empty' });
  return objects;
}

function documents(text: string, file: string): unknown[] {
  return jsonDocuments(text) ?? yamlDocuments(text, file);
}

/** Undefined for what is no JSON; JSON in the flow style of YAML is left to the YAML reader, which says what is wrong. */
function jsonDocuments(text: string): unknown[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return [JSON.parse(text)];
  } catch {
    return jsonOneAfterAnother(text);
  }
}

/** Inside a document a line never ends with a bracket where the next begins with one: a comma would stand between. */
function jsonOneAfterAnother(text: string): unknown[] | undefined {
  try {
    return text.split(/(?<=[}\]])\s*\n\s*(?=[{[])/).map((part) => JSON.parse(part));
  } catch {
    return undefined;
  }
}

const mostAliases = 1000;

function yamlDocuments(text: string, file: string): unknown[] {
  const parsed = parseAllDocuments(text, { logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? parsed : [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const { line } = error.linePos?.[0] ?? { line: 0 };
      throw new RunError('notKubernetes', { file, reason: `${error.code} in line ${line}` });
    }
    try {
      return document.toJS({ maxAliasCount: mostAliases });
    } catch {
      throw new RunError('notKubernetes', { file, reason: 'its aliases unfold to too much' });
    }
  });
}

function unfold(value: unknown, file: string): KubeObject[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => unfold(each, file));
  if (!isRecord(value) || typeof value.kind !== 'string') {
    throw new RunError('notKubernetes', { file, reason: 'something in it has no kind' });
  }
  const { kind } = value;
  if (kind.endsWith('List') && (Array.isArray(value.items) || value.items === null)) {
    return (value.items ?? []).flatMap((each) => unfold(withKind(each, kind), file));
  }
  const object = wellFormed(value);
  if (object !== undefined) return [object];
  throw new RunError('notKubernetes', { file, reason: `a ${kind} in it has no metadata.name` });
}

/** Items of a typed list (`PodList`) may come without their kind. */
function withKind(item: unknown, listKind: string): unknown {
  return isRecord(item) && item.kind === undefined ? { ...item, kind: listKind.replace(/List$/, '') } : item;
}
