import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '../model/kube.ts';
import { RunError } from '../model/run-error.ts';

/**
 * The objects in a text: one object, a List (nested ones too), several YAML documents, or a bare array; JSON is YAML.
 * @throws RunError 'notKubernetes' when a document is no such thing, or none is there
 */
export function readObjects(text: string, file: string): KubeObject[] {
  const objects = documents(text, file).flatMap((value) => unfold(value, file));
  if (objects.length === 0) throw new RunError('notKubernetes', { file, reason: 'it is empty' });
  return objects;
}

function documents(text: string, file: string): unknown[] {
  if (/^\s*[[{]/.test(text)) {
    try {
      return [JSON.parse(text)];
    } catch {
      // Several JSON documents, or YAML flow style: the YAML reader says what is wrong.
    }
  }
  const parsed = parseAllDocuments(text, { logLevel: 'silent' });
  const documents = Array.isArray(parsed) ? parsed : [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) {
      const { line } = error.linePos?.[0] ?? { line: 0 };
      throw new RunError('notKubernetes', { file, reason: `${error.code} in line ${line}` });
    }
    return document.toJS({ maxAliasCount: 1000 });
  });
}

function unfold(value: unknown, file: string): KubeObject[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => unfold(each, file));
  if (!isRecord(value) || typeof value.kind !== 'string') {
    throw new RunError('notKubernetes', { file, reason: 'something in it has no kind' });
  }
  if (Array.isArray(value.items))
    return value.items.flatMap((each) => unfold(withKind(each, value.kind as string), file));
  const { metadata } = value;
  if (!isRecord(metadata) || typeof metadata.name !== 'string') {
    throw new RunError('notKubernetes', { file, reason: `a ${value.kind} in it has no metadata.name` });
  }
  const uid = typeof metadata.uid === 'string' ? metadata.uid : '';
  return [
    {
      ...(value as unknown as KubeObject),
      metadata: { ...(metadata as unknown as KubeObject['metadata']), uid },
    },
  ];
}

/** Items of a typed list (`PodList`) may come without their kind. */
function withKind(item: unknown, listKind: string): unknown {
  return isRecord(item) && item.kind === undefined ? { ...item, kind: listKind.replace(/List$/, '') } : item;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
