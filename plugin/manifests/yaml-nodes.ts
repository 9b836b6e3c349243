import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { ScalarFault, scalarKey, scalarValue } from './scalars.ts';

/** A document that Kubernetes' tools refuse: why, what to do, and the line in the document, from 1. */
export class YamlFault extends Error {
  readonly line: number;
  readonly fix: string;

  constructor(line: number, reason: string, fix = '') {
    super(reason);
    this.line = line;
    this.fix = fix;
  }
}

/** The values of a parsed document, by the rules of go-yaml (https://github.com/yaml/go-yaml/blob/v2.4.4/decode.go). */
export class NodeReader {
  readonly twice: { key: string; line: number }[] = [];
  readonly #anchors = new Map<string, Node>();
  readonly #targets = new Map<Alias, Node>();
  readonly #open = new Set<Alias>();
  readonly #document: Document.Parsed;
  readonly #lineOf: (offset: number) => number;
  #steps = 0;
  #aliasSteps = 0;
  #aliasDepth = 0;

  constructor(document: Document.Parsed, lineOf: (offset: number) => number) {
    this.#document = document;
    this.#lineOf = lineOf;
  }

  read(): unknown {
    this.#bind(this.#document.contents);
    return this.#value(this.#document.contents);
  }

  /** Each alias means the last anchor of its name above it. */
  #bind(node: unknown): void {
    if (isAlias(node)) {
      this.#refuseName(node, node.source);
      const target = this.#anchors.get(node.source);
      if (target === undefined) throw this.#unknown(node);
      this.#targets.set(node, target);
      return;
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return;
    if (node.anchor !== undefined) {
      this.#refuseName(node as Node, node.anchor);
      this.#anchors.set(node.anchor, node as Node);
    }
    if (isScalar(node)) return;
    if (isSeq(node)) this.#refuseTabs(node as YAMLSeq);
    for (const item of node.items) {
      const { key, value } = (isSeq(node) ? { key: undefined, value: item } : item) as Record<
        string,
        unknown
      >;
      for (const each of [key, value]) {
        if (node.flow === true && isScalar(each)) this.#refuseMarks(each as Scalar);
        this.#bind(each);
      }
    }
  }

  #unknown(node: Alias): YamlFault {
    const text = `*${node.source}`;
    return new YamlFault(this.#line(node), `${text} is the alias of no anchor`, `quote it: "${text}"`);
  }

  #line(node: { range?: readonly number[] | null | undefined }): number {
    return this.#lineOf(node.range?.[0] ?? 0);
  }

  #value(node: unknown): unknown {
    this.#count(node);
    if (isAlias(node)) return this.#aliased(node, (target) => this.#value(target));
    if (isScalar(node)) return this.#scalar(node as Scalar, scalarValue);
    if (isSeq(node)) return (node as YAMLSeq).items.map((item) => this.#value(item));
    if (isMap(node)) {
      const out = {};
      this.#fill(out, node as YAMLMap);
      return out;
    }
    return null;
  }

  #fill(out: Record<string, unknown>, map: YAMLMap): void {
    const seen = new Set<string>();
    for (const { key, value } of map.items) {
      if (isMerge(key)) {
        this.#merge(out, value);
        continue;
      }
      const name = this.#key(key);
      if (seen.has(name)) this.twice.push({ key: name, line: this.#line(key as Node) });
      seen.add(name);
      const read = this.#value(value);
      Object.defineProperty(out, name, { value: read, enumerable: true, writable: true, configurable: true });
    }
  }

  /** What is merged wins over what stands above it, and the first of several over the next, as in go-yaml. */
  #merge(out: Record<string, unknown>, source: unknown): void {
    const maps = isSeq(source) ? [...source.items].reverse() : [source];
    for (const each of maps) {
      const target = isAlias(each) ? this.#targets.get(each) : each;
      if (!isMap(target))
        throw new YamlFault(this.#line(each as Node), '<< takes a mapping or a list of them');
      this.#count(each);
      if (isAlias(each)) this.#aliased(each, () => this.#fill(out, target as YAMLMap));
      else this.#fill(out, target as YAMLMap);
    }
  }

  #key(node: unknown): string {
    this.#count(node);
    if (isAlias(node)) return this.#aliased(node, (target) => this.#key(target));
    if (node === null || node === undefined) throw new YamlFault(1, 'a key is empty');
    if (!isScalar(node)) throw new YamlFault(this.#line(node as Node), 'a key is no text', 'quote it');
    return this.#scalar(node as Scalar, scalarKey);
  }

  #scalar<T>(node: Scalar, read: (tag: string, text: string) => T): T {
    const text = String(node.source ?? '');
    const tag = node.tag === undefined ? '' : node.tag.replace(/^tag:yaml\.org,2002:/, '');
    const plain = node.type === undefined || node.type === Scalar.PLAIN;
    this.#refuseText(node, plain);
    try {
      return read(tag === '' && !plain ? 'str' : tag, text);
    } catch (error) {
      if (error instanceof ScalarFault) throw new YamlFault(this.#line(node), error.message);
      throw error;
    }
  }

  #refuseName(node: Node, name: string): void {
    if (/^[\w-]+$/.test(name)) return;
    const sign = isAlias(node) ? '*' : '&';
    throw new YamlFault(
      this.#line(node),
      `an unquoted text begins with ${sign}`,
      `quote it: "${sign}${name}"`,
    );
  }

  #refuseMarks(node: Scalar): void {
    if (node.type !== Scalar.PLAIN || !/^:|\?/.test(node.source ?? '')) return;
    const mark = node.source?.startsWith(':') ? 'begins with :' : 'holds a ?';
    throw new YamlFault(this.#line(node), `a text within brackets ${mark}`, 'quote it');
  }

  #refuseTabs({ srcToken }: YAMLSeq): void {
    if (srcToken?.type !== 'block-seq') return;
    const start = srcToken.items.flatMap((item) => item.start);
    const tab = start.find(({ type, source }) => type === 'space' && source.includes('\t'));
    if (tab !== undefined)
      throw new YamlFault(this.#lineOf(tab.offset), 'a tab stands after -', 'use spaces');
  }

  #refuseText(node: Scalar, plain: boolean): void {
    if (plain && /[\u2028\u2029]/.test(node.source ?? ''))
      throw new YamlFault(this.#line(node), 'a text has a line separator of Unicode', 'quote it');
    if (node.type !== Scalar.QUOTE_DOUBLE) return;
    const source = node.srcToken !== undefined && 'source' in node.srcToken ? node.srcToken.source : '';
    const [, odd] = /^(?:[^\\]|\\(?!\/|u[dD][89a-fA-F]).)*(\\(?:\/|u[dD][89a-fA-F]..))/s.exec(source) ?? [];
    if (odd !== undefined)
      throw new YamlFault(
        this.#line(node),
        `the escape ${odd} is none of YAML 1.1`,
        'write the character itself',
      );
  }

  #aliased<T>(alias: Alias, read: (target: Node) => T): T {
    const target = this.#targets.get(alias);
    if (target === undefined) throw this.#unknown(alias);
    if (this.#open.has(alias)) throw new YamlFault(this.#line(alias), `*${alias.source} contains itself`);
    this.#open.add(alias);
    this.#aliasDepth += 1;
    const value = read(target);
    this.#aliasDepth -= 1;
    this.#open.delete(alias);
    return value;
  }

  /** The limits of go-yaml on what aliases may unfold to. */
  #count(node: unknown): void {
    this.#steps += 1;
    if (this.#aliasDepth > 0) this.#aliasSteps += 1;
    if (this.#aliasSteps <= 100 || this.#steps <= 1000) return;
    const share = 0.99 - 0.89 * Math.min(1, Math.max(0, (this.#steps - 400_000) / 3_600_000));
    if (this.#aliasSteps / this.#steps > share)
      throw new YamlFault(this.#line((node ?? {}) as Node), 'its aliases unfold to too much');
  }
}

function isMerge(key: unknown): boolean {
  if (!isScalar(key) || key.source !== '<<') return false;
  return key.tag === undefined ? key.type === Scalar.PLAIN : key.tag === 'tag:yaml.org,2002:merge';
}
