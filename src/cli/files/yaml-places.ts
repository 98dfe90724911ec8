// Offsets of a text as lines and columns, and where the parts of a YAML document stand.

import type { Alias, Node, Scalar, YAMLMap } from 'yaml';
import type { At } from '../../rules/problem.ts';

/** Lines and columns count from 1; columns in UTF-16 units, as editors and SARIF do. The end is not included. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The lines of a text. */
export class Lines {
  readonly text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  between(start: number, end: number): Place {
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

export type Yaml = typeof import('yaml');

interface Step {
  readonly key: Node | null;
  readonly node: Node | null;
}

/** So that merge keys that merge each other come to an end. */
const MERGES_MAX = 100;

/** Finds paths of the value in the text it came from, through aliases and merge keys. */
export class Positions {
  readonly #yaml: Yaml;
  readonly #lines: Lines;
  readonly #root: Node | null;
  readonly #targets: ReadonlyMap<Alias, Node>;

  constructor(yaml: Yaml, lines: Lines, root: Node | null, targets: ReadonlyMap<Alias, Node>) {
    this.#yaml = yaml;
    this.#lines = lines;
    this.#root = root;
    this.#targets = targets;
  }

  placeOf(at: At, part?: 'key'): Place {
    const way = this.#way(at);
    const last = way.at(-1) ?? { key: null, node: null };
    if (way.length === at.length + 1) return this.#between(last, part);
    const sign = this.#inside(last.node, 'type', 0) ?? this.#inside(last.node, 'kind', 0);
    return sign === null ? this.#between(last, 'key') : this.#between(sign);
  }

  placeInside(at: At, { text, nth }: { readonly text: string; readonly nth: number }): Place {
    const way = this.#way(at);
    const node = way.length === at.length + 1 ? way.at(-1)?.node : null;
    if (node === null || node === undefined || !this.#yaml.isScalar(node)) return this.placeOf(at);
    const [start, end] = rangeOf(node);
    const source = this.#lines.text.slice(start, end);
    let found = source.indexOf(text);
    for (let count = 0; count < nth && found >= 0; count += 1) found = source.indexOf(text, found + text.length);
    return found < 0 ? this.placeOf(at) : this.#lines.between(start + found, start + found + text.length);
  }

  /** The nodes a path leads to, with the key of each; shorter than the path where it does not exist. */
  #way(at: At): readonly Step[] {
    const way: Step[] = [{ key: null, node: this.#resolved(this.#root) }];
    for (const part of at) {
      const next = this.#inside(way.at(-1)?.node ?? null, part, 0);
      if (next === null) break;
      way.push(next);
    }
    return way;
  }

  #resolved(node: Node | null): Node | null {
    return node !== null && this.#yaml.isAlias(node) ? (this.#targets.get(node) ?? node) : node;
  }

  #inside(node: Node | null, part: string | number, merges: number): Step | null {
    if (node === null) return null;
    if (this.#yaml.isSeq(node)) {
      const item = typeof part === 'number' ? asNode(this.#yaml, node.items[part]) : null;
      return item === null ? null : { key: null, node: this.#resolved(item) };
    }
    if (!this.#yaml.isMap(node)) return null;
    for (const pair of node.items) {
      const key = asNode(this.#yaml, pair.key);
      if (key !== null && this.#yaml.isScalar(key) && scalarText(key) === part) {
        return { key, node: this.#resolved(asNode(this.#yaml, pair.value)) };
      }
    }
    return merges < MERGES_MAX ? this.#insideMerged(node, part, merges) : null;
  }

  #insideMerged(node: YAMLMap, part: string | number, merges: number): Step | null {
    for (const pair of node.items) {
      const key = asNode(this.#yaml, pair.key);
      if (key === null || !this.#yaml.isScalar(key) || key.value !== '<<') continue;
      const from = this.#resolved(asNode(this.#yaml, pair.value));
      const sources = this.#yaml.isSeq(from)
        ? from.items.map((item) => this.#resolved(asNode(this.#yaml, item)))
        : [from];
      for (const source of sources) {
        const found = this.#inside(source, part, merges + 1);
        if (found !== null) return found;
      }
    }
    return null;
  }

  #between({ key, node }: Step, part?: 'key'): Place {
    const isCollection = node !== null && !this.#yaml.isScalar(node);
    const shown = key !== null && (part === 'key' || isCollection || node === null) ? key : node;
    if (shown === null) return this.#lines.between(0, 0);
    const [start, end] = rangeOf(shown);
    if (!isCollection || shown === key) return this.#lines.between(start, end);
    // An object or list without a key: its first line says enough.
    const lineEnd = this.#lines.text.indexOf('\n', start);
    return this.#lines.between(start, Math.min(end, lineEnd < 0 ? end : lineEnd));
  }
}

export function rangeOf(node: Node): readonly [start: number, end: number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

/** A scalar as it is written; a quoted one without its quotes. */
export function scalarText({ value, source, type }: Scalar): string {
  return typeof value === 'string' || type !== 'PLAIN' ? String(value) : (source ?? String(value));
}

export function asNode(yaml: Yaml, value: unknown): Node | null {
  return yaml.isNode(value) ? value : null;
}
