// Contacts and companies of a workspace with their fields and lists: all of them, or those of some lists.

import { listPages } from '../../../client/answers/pages.ts';
import type { JsonObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { SourceReader, TwinPart } from './reader.ts';

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
    return wanted.map((word) => {
      const found = all.find(({ id, name }) => name === word || String(id) === word);
      if (found === undefined) throw new UsageError(`no list "${word}"`, { hint: 'reach list list shows them' });
      return found;
    });
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
      if (this.#companies?.has(record['id']) === false) continue;
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
