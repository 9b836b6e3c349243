import { isDeepStrictEqual } from 'node:util';
import { CST, isMap, isSeq } from 'yaml';
import { writeYaml } from './manifest.ts';
import { itemsOf } from './objects.ts';
import type { Piece } from './stream.ts';
import { parseYaml, readYaml } from './yaml.ts';

/** Objects of a document, each with what takes its place; undefined: nothing does. */
export type Changes = ReadonlyMap<unknown, object | undefined>;

/**
 * The text of a document with some of its objects changed or taken out. What is taken out of a List leaves every other byte
 * where it is; otherwise the document is written anew below its own separator and comments.
 */
export function edit({ text, content, json }: Piece, value: unknown, changes: Changes): string {
  const left = changed(value, changes);
  if (left === undefined) return '';
  if (json !== undefined) return likeJson(text, left);
  const separator = text.slice(0, text.length - content.length);
  const cut = cutOut(content, value, changes);
  if (isSame(cut, left)) return `${separator}${cut}`;
  const [comments = ''] = /^(?:[ \t]*(?:#.*)?\r?\n)*/.exec(content) ?? [];
  const start = separator !== '' && comments === '' ? '\n' : comments;
  return `${separator}${start}${writeYaml(left as object)}`;
}

function changed(value: unknown, changes: Changes): unknown {
  if (changes.has(value)) return changes.get(value);
  const items = Array.isArray(value) ? value : itemsOf(value);
  if (items === undefined) return value;
  const left = items.map((item) => changed(item, changes)).filter((item) => item !== undefined);
  if (items.length > 0 && left.length === 0) return undefined;
  return Array.isArray(value) ? left : { ...(value as object), items: left };
}

/** As widely written as it was. */
function likeJson(text: string, value: unknown): string {
  const [before = '', after = ''] = [/^\s*/, /\s*$/].map((blank) => blank.exec(text)?.[0]);
  const [, indent = ''] = /\n([ \t]+)"/.exec(text) ?? [];
  return `${before}${JSON.stringify(value, null, indent)}${after}`;
}

function isSame(text: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(readYaml(text).value, value);
  } catch {
    return false;
  }
}

/** By the tokens of the text, so that comments and writing stay. */
function cutOut(content: string, value: unknown, changes: Changes): string {
  const { tokens, documents } = parseYaml(content);
  take(documents[0]?.contents, value, changes);
  return tokens.map((token) => CST.stringify(token)).join('');
}

function take(node: unknown, value: unknown, changes: Changes): void {
  const list = isMap(node) ? node.get('items', true) : undefined;
  if (!isSeq(list)) return;
  const token = list.srcToken as CST.BlockSequence | CST.FlowCollection | undefined;
  for (const [at, item] of (itemsOf(value) ?? []).entries()) {
    const child = list.items[at] as { srcToken?: CST.Token } | undefined;
    if (changed(item, changes) !== undefined) take(child, item, changes);
    else {
      const index = token?.items.findIndex((each) => each.value === child?.srcToken) ?? -1;
      if (index >= 0) token?.items.splice(index, 1);
    }
  }
  if (token?.type !== 'flow-collection') return;
  const [first] = token.items;
  if (first !== undefined) first.start = first.start.filter(({ type }) => type !== 'comma');
}
