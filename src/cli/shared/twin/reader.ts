// Reads records of a workspace, and notes what cannot be read.

import type { Call } from '../../../client/api.ts';
import { getOwn } from '../../../contract/dictionary.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import type { TwinStage } from '../../../contract/local/twin.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { isAiSwitchedOff } from '../ai/switched-off.ts';
import { whyUnreadable } from '../answer/unreadable.ts';
import { TwinIds } from './ids.ts';

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
    const all: JsonObject[] = [];
    for await (const record of this.list(what, kind, records)) all.push(record);
    return all.toSorted((a, b) => Number(a['id']) - Number(b['id']));
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
