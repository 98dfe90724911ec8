// Offsets of a text as lines and columns, and where the parts of a YAML document stand.

import type { Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { At } from '../../../rules/problem.ts';
import type { TextRange } from '../../terminal/problems/problem.ts';

export type Yaml = typeof import('yaml');

/** Of a document without aliases. */
export type YamlNode = Scalar | YAMLMap | YAMLSeq;

/** Where a node stands; for what is left out, both are where it would be. */
export function rangeOf({ range }: YamlNode): readonly [start: number, end: number] {
  const [start, end] = range ?? [0, 0];
  return [start, end];
}

/** A scalar as it is written, if it is plain and without a tag; null for one in quotes or in a block, which is text anyway. */
export const plainSource = ({ type, source, tag }: Scalar): string | null =>
  type === 'PLAIN' && tag === undefined ? (source ?? null) : null;

export const keyText = (key: Scalar): string =>
  typeof key.value === 'string' ? key.value : (plainSource(key) ?? String(key.value));

export const pairsOf = ({ items }: YAMLMap) => items as readonly { readonly key: Scalar; readonly value: YamlNode }[];
export const itemsOf = ({ items }: YAMLSeq) => items as readonly YamlNode[];

export interface YamlProblem extends TextRange {
  readonly code: string;
  readonly message: string;
}

export class Lines {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  between(start: number, end: number): TextRange {
    const [line, column] = this.#at(start);
    const [endLine, endColumn] = this.#at(Math.max(start, end));
    return { line, column, endLine, endColumn };
  }

  #at(offset: number): readonly [line: number, column: number] {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return [low + 1, offset - (this.#starts[low] ?? 0) + 1];
  }
}

interface PathStep {
  readonly key: Scalar | null;
  readonly node: YamlNode | null;
}

/** So that merge keys that merge each other come to an end. */
const MERGES_MAX = 100;

/** Finds paths of the value in the text it came from, through aliases and merge keys. */
export class Positions {
  readonly #yaml: Yaml;
  readonly #lines: Lines;
  readonly #root: YamlNode | null;

  constructor(yaml: Yaml, lines: Lines, root: YamlNode | null) {
    this.#yaml = yaml;
    this.#lines = lines;
    this.#root = root;
  }

  placeOf(at: At, part?: 'key'): TextRange {
    const way = this.#way(at);
    const last = way.at(-1) ?? { key: null, node: null };
    if (way.length === at.length + 1) return this.#between(last, part);
    const sign = inside(this.#yaml, last.node, 'type', 0) ?? inside(this.#yaml, last.node, 'kind', 0);
    return sign === null ? this.#between(last, 'key') : this.#between(sign);
  }

  placeInside(at: At, { text, nth }: { readonly text: string; readonly nth: number }): TextRange {
    const way = this.#way(at);
    const node = way.length === at.length + 1 ? way.at(-1)?.node : null;
    if (!this.#yaml.isScalar(node)) return this.placeOf(at);
    const [start, end] = rangeOf(node);
    const source = this.#lines.text.slice(start, end);
    let found = source.indexOf(text);
    for (let count = 0; count < nth && found >= 0; count += 1) found = source.indexOf(text, found + text.length);
    if (found < 0) return this.placeOf(at);
    return this.#lines.between(start + found, start + found + text.length);
  }

  /** The nodes a path leads to, with the key of each; shorter than the path where it does not exist. */
  #way(at: At): readonly PathStep[] {
    const way: PathStep[] = [{ key: null, node: this.#root }];
    for (const part of at) {
      const next = inside(this.#yaml, way.at(-1)?.node ?? null, part, 0);
      if (next === null) break;
      way.push(next);
    }
    return way;
  }

  #between({ key, node }: PathStep, part?: 'key'): TextRange {
    const isCollection = this.#yaml.isCollection(node);
    const displayed = key !== null && (part === 'key' || isCollection || node === null) ? key : node;
    if (displayed === null) return this.#lines.between(0, 0);
    const [start, end] = rangeOf(displayed);
    if (!isCollection || displayed === key) return this.#lines.between(start, end);
    // An object or list without a key: its first line says enough.
    const lineEnd = this.#lines.text.indexOf('\n', start);
    return this.#lines.between(start, lineEnd < 0 ? end : Math.min(end, lineEnd));
  }
}

function inside(yaml: Yaml, node: YamlNode | null, part: string | number, merges: number): PathStep | null {
  if (yaml.isSeq(node)) {
    const item = typeof part === 'number' ? itemsOf(node)[part] : undefined;
    return item === undefined ? null : { key: null, node: item };
  }
  if (!yaml.isMap(node)) return null;
  const pair = pairsOf(node).find(({ key }) => keyText(key) === part);
  if (pair !== undefined) return { key: pair.key, node: pair.value };
  if (merges === MERGES_MAX) return null;
  for (const { key, value } of pairsOf(node)) {
    if (keyText(key) !== '<<') continue;
    for (const source of yaml.isSeq(value) ? itemsOf(value) : [value]) {
      const found = inside(yaml, source, part, merges + 1);
      if (found !== null) return found;
    }
  }
  return null;
}
