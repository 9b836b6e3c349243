import { parseDocument, stringify } from 'yaml';
import { RunError } from '../model/run-error.ts';

/** One document of a YAML stream, with the separator line before it; all of them together are the stream. */
export interface Document {
  text: string;
  /** The separator line, or the document at the start of the stream, begins here. */
  start: number;
  end: number;
}

/**
 * Cuts a stream at its `---` lines. Such a line is a separator wherever it stands, inside a block scalar too
 * (https://yaml.org/spec/1.2.2/#912-document-markers), so nothing needs to be parsed for this.
 */
export function documents(stream: string): Document[] {
  const starts = [...stream.matchAll(separator)].map(({ index }) => index);
  const edges = starts[0] === 0 ? starts : [0, ...starts];
  return edges.map((start, at) => {
    const end = edges[at + 1] ?? stream.length;
    return { text: stream.slice(start, end), start, end };
  });
}

/** Not `^` with the m flag: that takes a line separator of Unicode, text to YAML, for the end of a line. */
const separator = /(?<![^\n\r])---(?=[ \t\r\n]|$)/g;

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

/**
 * An object as YAML that readers of YAML 1.1 and 1.2 understand alike: Helm, kubectl and Argo CD take an unquoted `yes`
 * or `0777` for something else than text.
 */
export function writeYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
