// One YAML document becomes a value; what is wrong with it is noted, and no alias can make it grow without bound.

import type { Alias, Document, Node, Scalar, YAMLMap } from 'yaml';
import { asNode, type Lines, type Place, rangeOf, scalarText, type Yaml } from './yaml-places.ts';

/** What is wrong with the text itself. */
export interface YamlProblem extends Place {
  readonly code: string;
  readonly message: string;
}

/** How a plain scalar is read: `text` as it is written; `either` as a number only if a number is written that way. */
export type ScalarKind = 'text' | 'either' | 'auto';

/** For the value of a key inside the value of another. Lists hand down their key. */
export type KindOf = (key: string, parent: string | null) => ScalarKind;

interface Around {
  readonly key: string | null;
  readonly parent: string | null;
}

export class Values {
  readonly problems: YamlProblem[] = [];
  /** What each alias stands for. */
  readonly targets = new Map<Alias, Node>();
  readonly #yaml: Yaml;
  readonly #lines: Lines;
  readonly #kindOf: KindOf;
  readonly #most: number;
  readonly #anchors = new Map<string, Node>();
  readonly #values = new Map<Node, { readonly value: unknown; readonly size: number }>();
  readonly #open = new Set<Node>();
  #count = 0;

  /** `most`: values after every alias is followed. */
  constructor(yaml: Yaml, lines: Lines, kindOf: KindOf, most: number) {
    this.#yaml = yaml;
    this.#lines = lines;
    this.#kindOf = kindOf;
    this.#most = most;
  }

  /** The value of a document; null and a problem when it is too much. */
  read(document: Document.Parsed): unknown {
    const value = this.#value(document.contents, { key: null, parent: null });
    if (this.#count <= this.#most) return value;
    const message = `anchors and aliases make more than ${this.#most} values of this file`;
    this.problems.push({ ...this.#lines.between(0, 1), code: 'alias_bomb', message });
    return null;
  }

  #problem(node: Node, code: string, message: string): void {
    this.problems.push({ ...this.#lines.between(...rangeOf(node)), code, message });
  }

  #value(node: Node | null, around: Around): unknown {
    if (node === null || this.#count > this.#most) return null;
    if (this.#yaml.isAlias(node)) return this.#aliased(node);
    this.#count += 1;
    if ('anchor' in node && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (this.#yaml.isScalar(node)) return this.#scalar(node, around);
    const before = this.#count;
    this.#open.add(node);
    const value = this.#yaml.isMap(node) ? this.#object(node, around) : this.#list(node, around);
    this.#open.delete(node);
    this.#values.set(node, { value, size: this.#count - before + 1 });
    return value;
  }

  #aliased(alias: Alias): unknown {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      this.#problem(alias, 'unknown_alias', `*${alias.source} has no anchor &${alias.source} before it`);
      return null;
    }
    if (this.#open.has(target)) {
      this.#problem(alias, 'endless_alias', `*${alias.source} stands inside its own anchor`);
      return null;
    }
    this.targets.set(alias, target);
    const known = this.#values.get(target);
    if (known === undefined)
      return this.#yaml.isScalar(target) ? this.#scalar(target, { key: null, parent: null }) : null;
    this.#count += known.size;
    return known.value;
  }

  #scalar({ value, source, type }: Scalar, { key, parent }: Around): unknown {
    const isTyped = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    if (!isTyped || type !== 'PLAIN' || source === undefined) return value;
    const kind = key === null ? 'auto' : this.#kindOf(key, parent);
    if (kind === 'text') return source;
    // 0123, +49, 1e5: written so that a number would lose something.
    if (kind === 'either' && typeof value === 'number' && String(value) !== source) return source;
    return value;
  }

  #list(node: Node, around: Around): unknown[] {
    return this.#yaml.isSeq(node) ? node.items.map((item) => this.#value(asNode(this.#yaml, item), around)) : [];
  }

  #object(node: YAMLMap, { key: parent }: Around): Record<string, unknown> {
    const own = new Map<string, unknown>();
    const merged: Record<string, unknown>[] = [];
    for (const { key: keyNode, value: valueNode } of node.items) {
      const key = this.#keyOf(asNode(this.#yaml, keyNode), node);
      const value = this.#value(asNode(this.#yaml, valueNode), { key, parent });
      if (key === null) continue;
      if (key === '<<') merged.push(...mergeable(value));
      else if (own.has(key))
        this.#problem(asNode(this.#yaml, keyNode) ?? node, 'duplicate_key', `"${key}" is given twice`);
      else own.set(key, value);
    }
    for (const fields of merged) {
      for (const [key, value] of Object.entries(fields)) {
        this.#count += 1;
        if (!own.has(key)) own.set(key, value);
      }
    }
    return Object.fromEntries(own);
  }

  #keyOf(key: Node | null, map: Node): string | null {
    if (key !== null && this.#yaml.isScalar(key) && key.value !== null) return scalarText(key);
    this.#problem(key ?? map, 'invalid_key', 'a key must be text');
    return null;
  }
}

function mergeable(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(mergeable);
  return typeof value === 'object' && value !== null ? [Object.fromEntries(Object.entries(value))] : [];
}
