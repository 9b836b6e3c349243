import { Composer, type CST, type Document, type ErrorCode, LineCounter, Parser, type YAMLError } from 'yaml';
import { NodeReader, YamlFault } from './yaml-nodes.ts';

export interface YamlDocument {
  value: unknown;
  /** A key that a mapping has twice, and its line; the last one counts. */
  twice: readonly { key: string; line: number }[];
  /** Something comes after `...`, in this line: Kubernetes' tools do not read it. */
  restLine?: number;
}

/**
 * The first document of a text as sigs.k8s.io/yaml makes JSON of it (https://github.com/kubernetes-sigs/yaml).
 * @throws YamlFault
 */
export function readYaml(text: string): YamlDocument {
  const lines = new LineCounter();
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  // Line ends of YAML 1.1 that the parser takes for text.
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\u0085|\r(?!\n)/g, '\n');
  const [document, more] = parseYaml(plain, lines).documents;
  refuseCharacters(plain, lineOf);
  const errors = document?.errors.filter(({ code, message }) => !isFine(code, message)) ?? [];
  const [first] = errors;
  if (first !== undefined) {
    const over = errors.find(({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] === first.pos[0]);
    throw new YamlFault(lineOf(over?.pos[1] ?? first.pos[0]), ...explain(over ?? first));
  }
  if (document === undefined) return { value: null, twice: [] };
  const reader = new NodeReader(document, lineOf);
  const value = reader.read();
  const rest = more?.contents?.range?.[0];
  return { value, twice: reader.twice, ...(rest === undefined ? {} : { restLine: lineOf(rest) }) };
}

/** What go-yaml does not mind. */
function isFine(code: ErrorCode, message: string): boolean {
  return code === 'MISSING_CHAR' && message.startsWith('Comments must be separated');
}

function refuseCharacters(text: string, lineOf: (offset: number) => number): void {
  const control = /[^\t\n\r\x20-\x7E\xA0-\uFFFD]/.exec(text);
  if (control !== null) throw new YamlFault(lineOf(control.index), 'it has a control character');
  const directive = /^(?:[ \t]*(?:#.*)?\r?\n)*%/.exec(text);
  if (directive !== null)
    throw new YamlFault(
      lineOf(directive[0].length - 1),
      'Kubernetes takes no directives',
      'leave the line out',
    );
}

/** A text as tokens and as documents made of them; faults stand in the documents. @throws YamlFault */
export function parseYaml(
  text: string,
  lines?: LineCounter,
): { tokens: CST.Token[]; documents: Document.Parsed[] } {
  const options = { schema: 'failsafe', uniqueKeys: false, keepSourceTokens: true, version: '1.1' } as const;
  try {
    const tokens = [...tolerantParser(lines?.addNewLine).parse(text)];
    const composer = new Composer({ ...options, logLevel: 'silent' });
    return { tokens, documents: [...composer.compose(tokens)] as Document.Parsed[] };
  } catch (error) {
    if (error instanceof RangeError) throw new YamlFault(1, 'it is nested too deep');
    throw error;
  }
}

interface LexerParts {
  indentNext: number;
  parseQuotedScalar(): Generator<string, unknown>;
  parseFlowCollection(): Generator<string, unknown>;
}

/** Within quotes and brackets Kubernetes' tools do not look at indentation, and yaml does (https://github.com/eemeli/yaml/issues/403). */
function tolerantParser(onNewLine?: (offset: number) => void): Parser {
  const parser = new Parser(onNewLine);
  const { lexer } = parser as unknown as { lexer: LexerParts };
  for (const part of ['parseQuotedScalar', 'parseFlowCollection'] as const) {
    const strict = lexer[part];
    lexer[part] = function* (this: LexerParts) {
      const indent = this.indentNext;
      this.indentNext = 0;
      const next = yield* strict.call(this);
      this.indentNext = indent;
      return next;
    };
  }
  return parser;
}

/** What the parser found, as one who has to mend it needs it; sentences of ours, since its own repeat what stands there. */
function explain({ code, message }: YAMLError): [reason: string, fix: string] {
  if (message.startsWith('Missing closing')) return ['a quote is not closed', ''];
  if (code === 'BAD_SCALAR_START')
    return ['a text begins with a sign that YAML keeps for itself', 'quote it'];
  if (message.startsWith('Nested mappings')) return ['a text holds a colon and a space', 'quote it'];
  return faults[code] ?? ['it is not YAML', ''];
}

const faults: Partial<Record<ErrorCode, [reason: string, fix: string]>> = {
  TAB_AS_INDENT: ['a tab indents a line', 'use spaces'],
  BAD_INDENT: ['the indentation fits nothing above it', ''],
  BAD_DQ_ESCAPE: ['a text in double quotes has an unknown escape', 'write \\\\ for a backslash'],
  MULTILINE_IMPLICIT_KEY: [
    'the line goes on the one above as it is indented, and has a colon',
    'check the indentation and the brackets',
  ],
  MISSING_CHAR: ['a colon, comma or closing bracket is missing', ''],
  UNEXPECTED_TOKEN: ['something stands where YAML allows nothing like it', ''],
  BLOCK_IN_FLOW: ['a line that begins with - or a key stands within brackets', ''],
  RESOURCE_EXHAUSTION: ['it is nested too deep', ''],
  MULTIPLE_ANCHORS: ['a value has two anchors', ''],
  MULTIPLE_TAGS: ['a value has two tags', ''],
  TAG_RESOLVE_FAILED: ['a tag that begins with ! is unknown', 'quote the text, or leave the tag out'],
};
