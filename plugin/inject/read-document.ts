import { parseDocument } from 'yaml';
import { RunError } from '../model/run-error.ts';
import type { Document } from './documents.ts';

/** What of an object matters here; the rest of the stream is never looked into. */
export interface ReadObject {
  apiVersion: string;
  kind: string;
  name: string;
  namespace: string | undefined;
  labels: Readonly<Record<string, unknown>>;
  annotations: Readonly<Record<string, unknown>>;
  spec: unknown;
}

/**
 * The objects of a document, those of a List too. Only documents that a cheap look finds worth it are parsed, so that
 * whatever else a stream holds passes as it came.
 * @throws RunError 'notKubernetes' when one that must be read cannot be
 */
export function readDocument({ text }: Document, stream: string): ReadObject[] {
  if (!worthReading.test(text)) return [];
  const parsed = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
  const [error] = parsed.errors;
  if (error !== undefined) throw new RunError('notKubernetes', { file: stream, reason: error.code });
  return unfold(parsed.toJS({ maxAliasCount: 1000 }));
}

const worthReading = /AppDefinition|warmgate/;

function unfold(value: unknown): ReadObject[] {
  if (!isRecord(value)) return [];
  if (Array.isArray(value.items)) return value.items.flatMap(unfold);
  const { apiVersion, kind, metadata, spec } = value;
  if (typeof kind !== 'string' || !isRecord(metadata) || typeof metadata.name !== 'string') return [];
  return [
    {
      apiVersion: typeof apiVersion === 'string' ? apiVersion : '',
      kind,
      name: metadata.name,
      namespace: typeof metadata.namespace === 'string' ? metadata.namespace : undefined,
      labels: isRecord(metadata.labels) ? metadata.labels : {},
      annotations: isRecord(metadata.annotations) ? metadata.annotations : {},
      spec,
    },
  ];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
