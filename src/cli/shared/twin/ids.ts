// The ids of a twin: those of the source where they are numbers, else numbers in the order in which they are read.

import { isIdText } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';

export class TwinIds {
  readonly #given = new Map<string, number>();
  readonly #sources = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** Ids that are no numbers: wherever such a text stands in a document, it is the record. */
  readonly #texts = new Map<string, number>();

  /** The id of a record of this kind; null for a value that is no id. */
  of(kind: string, id: unknown): number | null {
    if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? id : null;
    if (typeof id !== 'string' || id === '') return null;
    if (isIdText(id)) return Number(id);
    const key = `${kind} ${id}`;
    const known = this.#given.get(key);
    if (known !== undefined) return known;
    const next = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, next);
    this.#given.set(key, next);
    this.#sources.set(`${kind} ${next}`, id);
    this.#texts.set(id, next);
    return next;
  }

  /** The id that the source knows a record by. */
  sourceOf(kind: string, id: unknown): string {
    return this.#sources.get(`${kind} ${id}`) ?? String(id);
  }

  /** How many records have another id in the twin. */
  get changed(): number {
    return this.#given.size;
  }

  /** A document with the ids of the twin in it. */
  in(value: unknown): unknown {
    if (this.#texts.size === 0) return value;
    if (typeof value === 'string') return this.#texts.get(value) ?? value;
    if (Array.isArray(value)) return value.map((one) => this.in(one));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.in(one)]));
  }
}
