// Ids that stand for names while a file is checked: the rules know ids only, and the workspace is not asked.

import { isObject } from '../../contract/json.ts';
import type { Referent } from '../../rules/name-keys.ts';
import type { Reference } from '../../rules/outreach/references.ts';

/** Above every id a service gives. */
const FIRST = 9_000_000_000_000;

export class Surrogates {
  readonly #ids = new Map<string, number>();
  readonly #names: { readonly referent: Referent; readonly name: string }[] = [];

  idOf({ referent, name }: Pick<Reference, 'referent' | 'name'>): number {
    const key = `${referent}/${name}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = FIRST + this.#names.length;
    this.#ids.set(key, id);
    this.#names.push({ referent, name });
    return id;
  }

  /** Null for an id that a person wrote. */
  nameOf(referent: Referent, id: string): string | null {
    const found = this.#names[Number(id) - FIRST];
    return found?.referent === referent ? found.name : null;
  }

  /** The same value with names in place of the ids that stand for them. */
  shown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => this.shown(inner));
    if (typeof value === 'number') return this.#names[value - FIRST]?.name ?? value;
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.shown(inner)]));
  }

  /** A message of the rules as a person reads it: names, no ids of ours. */
  named(message: string): string {
    return message.replace(/\b9\d{12}\b/g, (id) => {
      const found = this.#names[Number(id) - FIRST];
      return found === undefined ? id : `"${found.name}"`;
    });
  }
}
