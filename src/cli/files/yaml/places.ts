// Offsets of a text as lines and columns, and where the parts of a YAML document stand.

import type { At } from '../../../rules/problem.ts';
import type { TextRange } from '../../terminal/problems/problem.ts';
import type { MapNode, YamlNode, YamlPair } from './nodes.ts';

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
  readonly key: YamlPair['key'] | null;
  readonly node: YamlNode | null;
}

/** So that merge keys that merge each other come to an end. */
const MERGES_MAX = 100;

/** Finds paths of the value in the text it came from, through aliases and merge keys. */
export class Positions {
  readonly #lines: Lines;
  readonly #root: YamlNode | null;

  constructor(lines: Lines, root: YamlNode | null) {
    this.#lines = lines;
    this.#root = root;
  }

  placeOf(at: At, part?: 'key'): TextRange {
    const way = this.#way(at);
    const last = way.at(-1) ?? { key: null, node: null };
    if (way.length === at.length + 1) return this.#between(last, part);
    const sign = inside(last.node, 'type', 0) ?? inside(last.node, 'kind', 0);
    return sign === null ? this.#between(last, 'key') : this.#between(sign);
  }

  placeInside(at: At, { text, nth }: { readonly text: string; readonly nth: number }): TextRange {
    const way = this.#way(at);
    const node = way.length === at.length + 1 ? way.at(-1)?.node : null;
    if (node?.kind !== 'scalar') return this.placeOf(at);
    const source = this.#lines.text.slice(node.start, node.end);
    let found = source.indexOf(text);
    for (let count = 0; count < nth && found >= 0; count += 1) found = source.indexOf(text, found + text.length);
    if (found < 0) return this.placeOf(at);
    return this.#lines.between(node.start + found, node.start + found + text.length);
  }

  /** The nodes a path leads to, with the key of each; shorter than the path where it does not exist. */
  #way(at: At): readonly PathStep[] {
    const way: PathStep[] = [{ key: null, node: this.#root }];
    for (const part of at) {
      const next = inside(way.at(-1)?.node ?? null, part, 0);
      if (next === null) break;
      way.push(next);
    }
    return way;
  }

  #between({ key, node }: PathStep, part?: 'key'): TextRange {
    const isCollection = node !== null && node.kind !== 'scalar';
    const displayed = key !== null && (part === 'key' || isCollection || node === null) ? key : node;
    if (displayed === null) return this.#lines.between(0, 0);
    if (!isCollection || displayed === key) return this.#lines.between(displayed.start, displayed.end);
    // An object or list without a key: its first line says enough.
    const lineEnd = this.#lines.text.indexOf('\n', displayed.start);
    return this.#lines.between(displayed.start, lineEnd < 0 ? displayed.end : Math.min(displayed.end, lineEnd));
  }
}

function inside(node: YamlNode | null, part: string | number, merges: number): PathStep | null {
  if (node?.kind === 'seq') {
    const item = typeof part === 'number' ? node.items[part] : undefined;
    return item === undefined ? null : { key: null, node: item };
  }
  if (node?.kind !== 'map') return null;
  const pair = node.pairs.find(({ key }) => key.text === part);
  if (pair !== undefined) return { key: pair.key, node: pair.value };
  return merges < MERGES_MAX ? insideMerged(node, part, merges) : null;
}

function insideMerged({ pairs }: MapNode, part: string | number, merges: number): PathStep | null {
  for (const { key, value } of pairs) {
    if (key.text !== '<<') continue;
    for (const source of value.kind === 'seq' ? value.items : [value]) {
      const found = inside(source, part, merges + 1);
      if (found !== null) return found;
    }
  }
  return null;
}
