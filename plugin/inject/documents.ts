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
