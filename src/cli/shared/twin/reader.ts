// Reads records of a workspace, and notes what cannot be read.

import { collected, listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { ReplyError } from '../../../client/errors.ts';
import { isIdText } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { TwinStage } from '../../../contract/local/store.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isSameName } from '../../../rules/nearest.ts';
import { isAiSwitchedOff, whyUnreadable } from '../answer.ts';
import { LIST_KIND } from '../lookup/list.ts';
import { onlyMatch } from '../lookup/match.ts';

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
      return objectIn(data);
    } catch (error) {
      // One that does not fit is left out; of a list, what is read so far would pass for all of it.
      if (error instanceof ReplyError) this.unknown.set(what, error.message);
      else this.#unreadable(what, error);
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

export interface RecordSelection {
  /** Names or ids of the lists whose members are read; null for everything. */
  readonly lists: readonly string[] | null;
  /** Contacts at most; null for all. */
  readonly limit: number | null;
}

/** Names that a URL takes at once. */
const FIELDS_TEXT_MAX = 1500;

export class RecordSource {
  readonly #reader: SourceReader;
  readonly #selection: RecordSelection;
  /** Those that are wanted, where not all are. */
  #companies: Set<unknown> | null = null;
  readonly #contacts = new Set<unknown>();
  #ownFields: readonly string[] = [];

  constructor(reader: SourceReader, selection: RecordSelection) {
    this.#reader = reader;
    this.#selection = selection;
  }

  hasContact(id: unknown): boolean {
    return this.#contacts.has(id);
  }

  async *parts(): AsyncGenerator<TwinPart> {
    yield* this.#fields();
    const lists = await this.#lists();
    await this.#select(lists);
    yield* this.#records(lists);
    for (const record of lists) yield { stage: 'lists', record };
    for (const list of lists) {
      const selected = list['entity'] === 'COMPANY' ? this.#companies : this.#contacts;
      for await (const { id } of this.#membersOf(list))
        if (selected?.has(id) !== false) yield { stage: 'members', record: { listId: list['id'], id } };
    }
  }

  async *#fields(): AsyncGenerator<TwinPart> {
    const ofCompanies = new Map<unknown, JsonObject>();
    for await (const field of this.#reader.within('fields of companies', routes.companies.fields, 'fields'))
      ofCompanies.set(field['id'], field);
    const ofContacts: JsonObject[] = [];
    // Contacts show the fields of their companies as well.
    for await (const field of this.#reader.within('fields of contacts', routes.contacts.fields, 'fields'))
      if (!ofCompanies.has(field['id'])) ofContacts.push(field);
    const names = ofContacts.filter(({ fieldType }) => fieldType !== 'STANDARD').map(({ id }) => String(id));
    this.#ownFields = names.join().length <= FIELDS_TEXT_MAX ? names : [];
    for (const field of ofContacts) yield { stage: 'fields', record: { ...field, entity: 'CONTACT' } };
    for (const field of ofCompanies.values()) yield { stage: 'fields', record: { ...field, entity: 'COMPANY' } };
  }

  async #lists(): Promise<JsonObject[]> {
    const all = await this.#reader.all('lists', 'list', listPages(this.#reader.call, 'lists', 'list', {}));
    const { lists: wanted } = this.#selection;
    if (wanted === null) return all;
    const found = wanted.map((word) => {
      const byId = all.find(({ id }) => String(id) === word);
      const same = all.filter(({ name }) => typeof name === 'string' && isSameName(name, word));
      const candidates = same.map((list) => ({ id: Number(list['id']), detail: String(list['entity']), list }));
      return byId ?? onlyMatch(word, candidates, LIST_KIND).list;
    });
    return [...new Set(found)];
  }

  /** The companies that are wanted: those of the contacts that are, and of lists. */
  async #select(lists: readonly JsonObject[]): Promise<void> {
    const { lists: wanted, limit } = this.#selection;
    if (wanted === null && limit === null) return;
    const companies = new Set<unknown>();
    for await (const { companyId } of this.#wantedContacts(lists)) if (companyId !== null) companies.add(companyId);
    for (const list of wanted === null ? [] : lists)
      if (list['entity'] === 'COMPANY') for await (const { id } of this.#membersOf(list)) companies.add(id);
    this.#companies = companies;
  }

  async *#wantedContacts(lists: readonly JsonObject[]): AsyncGenerator<JsonObject> {
    const { lists: wanted, limit } = this.#selection;
    const seen = new Set<unknown>();
    for (const page of wanted === null ? [null] : lists.filter(({ entity }) => entity !== 'COMPANY')) {
      const records = page === null ? this.#contactPages({}, limit) : this.#membersOf(page);
      for await (const record of records) {
        if (seen.size === limit) return;
        if (seen.has(record['id'])) continue;
        seen.add(record['id']);
        yield this.#reader.with(record, { companyId: 'company' });
      }
    }
  }

  #contactPages(query: { readonly listId?: number }, limit: number | null = null): AsyncGenerator<JsonObject> {
    const fields = this.#ownFields.length === 0 ? {} : { fields: [...this.#ownFields] };
    const pages = listPages(this.#reader.call, 'contacts', 'list', { query: { ...query, ...fields } }, { limit });
    return this.#reader.list(query.listId === undefined ? 'contacts' : 'members of lists', 'contact', pages);
  }

  #membersOf({ id, entity }: JsonObject): AsyncGenerator<JsonObject> {
    const query = { listId: Number(this.#reader.ids.sourceOf('list', id)) };
    if (entity !== 'COMPANY') return this.#contactPages(query);
    const pages = listPages(this.#reader.call, 'companies', 'list', { query });
    return this.#reader.list('members of lists', 'company', pages);
  }

  async *#records(lists: readonly JsonObject[]): AsyncGenerator<TwinPart> {
    const there = new Set<unknown>();
    const pages = listPages(this.#reader.call, 'companies', 'list', {});
    for await (const record of this.#reader.list('companies', 'company', pages)) {
      if (there.has(record['id']) || this.#companies?.has(record['id']) === false) continue;
      there.add(record['id']);
      yield { stage: 'companies', record };
    }
    for await (const contact of this.#wantedContacts(lists)) {
      this.#contacts.add(contact['id']);
      const isKnown = contact['companyId'] === null || there.has(contact['companyId']);
      if (!isKnown)
        this.#reader.unknown.set('companies of some contacts', 'they cannot be read: the contacts have none');
      yield { stage: 'contacts', record: isKnown ? contact : { ...contact, companyId: null } };
    }
  }
}
