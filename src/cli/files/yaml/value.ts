// The nodes of a YAML document become a value; keys given twice are noted, and no alias can make it grow without bound.

import type { Scalar, YAMLMap } from 'yaml';
import { append } from '../../../contract/append.ts';
import { isExactNumber } from '../json-text.ts';
import {
  itemsOf,
  keyText,
  type Lines,
  pairsOf,
  plainSource,
  rangeOf,
  type Yaml,
  type YamlNode,
  type YamlProblem,
} from './places.ts';

/**
 * How a plain scalar is read: `text` as it is written; `either` as a number only if a number is written that way, `id` if that
 * is a whole one, too.
 */
type ScalarKind = 'text' | 'either' | 'id' | 'auto';

/** For the value of a key inside the value of another, below a key at the top. Lists hand down their key. */
export type KindOf = (key: string, parent: string | null, top: string) => ScalarKind;

interface Around {
  readonly key: string | null;
  readonly parent: string | null;
  /** The key at the top. */
  readonly top: string | null;
}

export class YamlReader {
  readonly problems: YamlProblem[] = [];
  readonly #yaml: Yaml;
  readonly #lines: Lines;
  readonly #kindOf: KindOf;
  readonly #most: number;
  readonly #made = new Map<YamlNode, { readonly value: unknown; readonly size: number }>();
  /** Values read, those under an alias as often as it is used. */
  #count = 0;
  #repeated = 0;

  /** `most`: values that aliases and merge keys may repeat. */
  constructor(yaml: Yaml, lines: Lines, kindOf: KindOf, most: number) {
    this.#yaml = yaml;
    this.#lines = lines;
    this.#kindOf = kindOf;
    this.#most = most;
  }

  /** The value of a document; null and a problem when it is too much. */
  read(root: YamlNode): unknown {
    const value = this.#value(root, { key: null, parent: null, top: null });
    if (this.#repeated <= this.#most) return value;
    const message = `anchors and aliases make more than ${this.#most} values of this file`;
    this.problems.push({ ...this.#lines.between(0, 1), code: 'alias_bomb', message });
    return null;
  }

  #value(node: YamlNode, around: Around): unknown {
    if (this.#repeated > this.#most) return null;
    // A node that comes again is an alias: its value is shared, and counts again.
    const known = this.#made.get(node);
    if (known !== undefined) {
      this.#count += known.size;
      this.#repeated += known.size;
      return known.value;
    }
    this.#count += 1;
    if (this.#yaml.isScalar(node)) return this.#readScalar(node, around);
    const before = this.#count;
    const value = this.#yaml.isMap(node)
      ? this.#object(node, around)
      : itemsOf(node).map((item) => this.#value(item, around));
    this.#made.set(node, { value, size: this.#count - before + 1 });
    return value;
  }

  #readScalar(node: Scalar, { key, parent, top }: Around): unknown {
    const { value } = node;
    const source = plainSource(node);
    const isTyped = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    if (!isTyped || source === null) return value;
    const kind = key === null ? 'auto' : this.#kindOf(key, parent, top ?? key);
    if (kind === 'text') return source;
    if (typeof value === 'number' && kind === 'auto' && /^[-+]?[.0-9]/.test(source) && !isKept(source)) {
      const message = `the number ${source.slice(0, 40)} does not keep its digits: write it as text, in quotes`;
      this.problems.push({ ...this.#lines.between(...rangeOf(node)), code: 'inexact_number', message });
    }
    if (kind === 'auto' || typeof value !== 'number') return value;
    // 0123, +49, 1e5: written so that a number would lose something.
    return String(value) === source && (kind === 'either' || Number.isInteger(value)) ? value : source;
  }

  #object(map: YAMLMap, { key: parent, top }: Around): Record<string, unknown> {
    const own = new Map<string, unknown>();
    const merged: Record<string, unknown>[] = [];
    for (const { key, value: node } of pairsOf(map)) {
      const name = keyText(key);
      const value = this.#value(node, { key: name, parent, top: top ?? name });
      if (name === '<<') append(merged, mergeable(value));
      else if (own.has(name)) {
        const place = this.#lines.between(...rangeOf(key));
        this.problems.push({ ...place, code: 'duplicate_key', message: `"${name}" is given twice` });
      } else own.set(name, value);
    }
    for (const fields of merged) {
      for (const [key, value] of Object.entries(fields)) {
        this.#count += 1;
        this.#repeated += 1;
        if (!own.has(key)) own.set(key, value);
      }
    }
    return Object.fromEntries(own);
  }
}

/** Numbers of another base are compared as numbers. */
const isKept = (source: string): boolean =>
  /^[-+]?0[xo]/.test(source) ? Number.isSafeInteger(Number(source)) : isExactNumber(source.replace(/^\+/, ''));

function mergeable(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(mergeable);
  return typeof value === 'object' && value !== null ? [Object.fromEntries(Object.entries(value))] : [];
}
