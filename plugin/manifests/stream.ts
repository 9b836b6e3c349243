import { RunError } from '../model/run-error.ts';
import { readYaml, type YamlDocument } from './yaml.ts';
import { YamlFault } from './yaml-nodes.ts';

/** One document of a stream, with the separator line before it; all of them together are the stream. */
export interface Piece {
  text: string;
  /** What is read of it: without the separator. */
  content: string;
  /** The line of the stream in which the content begins, from 1. */
  line: number;
  /** Set where the piece is JSON in a stream of JSON values: its value. */
  json?: { value: unknown };
}

/**
 * Cuts a stream where kubectl, Helm and Argo CD do: JSON values one after another as long as there are any
 * (https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/util/yaml/decoder.go), then YAML at its `---` lines. Text after `---` belongs to the document, as
 * Helm reads it. A line that begins so is a separator wherever it stands, so nothing needs to be parsed for this.
 * @throws RunError 'badManifest' for what is JSON twice and then is not
 */
export function cut(stream: string, file: string): Piece[] {
  const pieces: Piece[] = [];
  let [at, line] = [0, 1];
  for (;;) {
    const text = stream.slice(at, endOfJson(stream, at));
    const json = parsed(text);
    if (json === undefined) break;
    pieces.push({ text, content: '', line, json });
    at += text.length;
    line += lineEnds(text);
  }
  const rest = stream.slice(at);
  const last = pieces.at(-1);
  if (last === undefined) return yamlPieces(rest, line);
  if (rest.trim() === '') return [...pieces.slice(0, -1), { ...last, text: last.text + rest }];
  // One value may begin a stream of YAML; after two it is JSON.
  if (pieces.length > 1)
    throw new RunError('badManifest', {
      file,
      line: line + lineEnds(/^\s*/.exec(rest)?.[0] ?? ''),
      reason: 'something else than JSON comes after JSON',
    });
  return [...pieces, ...yamlPieces(rest, line)];
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Behind the bracket that closes the object that begins there; `from` where none does. */
function endOfJson(text: string, from: number): number {
  const opening = /\s*\{/y;
  opening.lastIndex = from;
  if (!opening.test(text)) return from;
  let depth = 0;
  const signs = /["{}[\]]/g;
  signs.lastIndex = from;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if (sign[0] === '"') {
      const string = /"(?:[^"\\]|\\.)*"/sy;
      string.lastIndex = sign.index;
      if (string.exec(text) === null) break;
      signs.lastIndex = string.lastIndex;
    } else depth += sign[0] === '{' || sign[0] === '[' ? 1 : -1;
    if (depth === 0) return signs.lastIndex;
  }
  return from;
}

/** Not `^` with the m flag: that takes a line separator of Unicode, text to YAML, for the end of a line. */
const separator = /(?<![^\n])---/g;

function yamlPieces(text: string, firstLine: number): Piece[] {
  const starts = [...text.matchAll(separator)].map(({ index }) => index);
  const edges = starts[0] === 0 ? starts : [0, ...starts];
  let line = firstLine;
  return edges.map((start, at) => {
    const piece = text.slice(start, edges[at + 1] ?? text.length);
    const begins = line;
    line += lineEnds(piece);
    return { text: piece, content: piece.replace(/^---[ \t]*/, ''), line: begins };
  });
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}

/** The value of a piece; null for one without content. @throws RunError 'badManifest' */
export function readPiece({ content, line, json }: Piece, file: string): YamlDocument {
  if (json !== undefined) return { value: json.value, twice: [] };
  try {
    const { twice, restLine, ...rest } = readYaml(content);
    return {
      ...rest,
      twice: twice.map((each) => ({ ...each, line: each.line + line - 1 })),
      ...(restLine === undefined ? {} : { restLine: restLine + line - 1 }),
    };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const { message, fix } = error;
    const template = content.includes('{{') ? 'it looks like a template: render it first' : fix;
    throw new RunError('badManifest', { file, line: error.line + line - 1, reason: message, fix: template });
  }
}

/**
 * The text of a file, whose byte order mark says what it is; UTF-8 without one.
 * @throws RunError 'badEncoding'
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) throw new RunError('badEncoding', { file, found: 'UTF-32' });
  try {
    const text = new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8', fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    throw new RunError('badEncoding', { file, found: '' });
  }
  throw new RunError('badEncoding', { file, found: 'UTF-16 without a byte order mark, or no text' });
}

function encodingOf([first, second, third, fourth]: Uint8Array): string | undefined {
  const utf32 =
    (first === 0xff && third === 0 && fourth === 0) || (first === 0 && second === 0 && third === 0xfe);
  if (utf32 && (second === 0xfe || fourth === 0xff)) return undefined;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
