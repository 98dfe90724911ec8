// Reads records of a workspace, and notes what cannot be read.

import { collected } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { isIdText } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import type { TwinStage } from '../../../contract/local/store.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { isAiSwitchedOff, whyUnreadable } from '../unreadable.ts';

// The ids of a twin: those of the source where they are numbers, else numbers in the order in which they are read.

class TwinIds {
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

export interface TwinPart {
  readonly stage: TwinStage;
  readonly record: JsonObject;
}

export class SourceReader {
  readonly ids = new TwinIds();
  /** What could not be read, and why. */
  readonly unknown = new Map<string, string>();
  readonly call: Call;

  constructor(call: Call) {
    this.call = call;
  }

  /** Records with the ids of the twin. `what`: how it is called where it cannot be read. */
  async *list(what: string, kind: string, records: AsyncIterable<unknown>): AsyncGenerator<JsonObject> {
    try {
      for await (const record of records) {
        const id = this.ids.of(kind, isObject(record) ? getOwn(record, 'id') : null);
        if (isObject(record) && id !== null) yield { ...record, id };
        else this.unknown.set(what, 'some have no id');
      }
    } catch (error) {
      this.#unreadable(what, error);
    }
  }

  #unreadable(what: string, error: unknown): void {
    const why = isAiSwitchedOff(error) ? 'the workspace does not have the split AI-entity model' : whyUnreadable(error);
    if (why === null) throw error;
    this.unknown.set(what, why);
  }

  /** In the order of their ids. */
  async all(what: string, kind: string, records: AsyncIterable<unknown>): Promise<JsonObject[]> {
    return (await collected(this.list(what, kind, records))).toSorted((a, b) => Number(a['id']) - Number(b['id']));
  }

  /** Null where it cannot be read. */
  async one(what: string, route: Route, input: Parameters<Call>[1] = {}): Promise<JsonObject | null> {
    try {
      const { data } = await this.call(route, input);
      return isObject(data) ? data : {};
    } catch (error) {
      this.#unreadable(what, error);
      return null;
    }
  }

  /** Those of an answer that is not paged. */
  async *within(what: string, route: Route, name: string, input: Parameters<Call>[1] = {}): AsyncGenerator<JsonObject> {
    const data = await this.one(what, route, input);
    const list = data === null ? [] : getOwn(data, name);
    if (Array.isArray(list)) yield* list.filter(isObject);
  }

  /** The record with the twin's ids of what it refers to: property → kind. */
  with(record: JsonObject, kinds: Readonly<Record<string, string>>): JsonObject {
    const entries = Object.entries(kinds).map(([key, kind]) => [key, this.ids.of(kind, getOwn(record, key))]);
    return { ...record, ...Object.fromEntries(entries) };
  }
}
