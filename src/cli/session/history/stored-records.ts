// Contacts and companies as a service answers them, kept as the planner of creates and updates takes them.

import type { EntityName } from '../../../contract/entities.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { EDITABLE_FIELDS } from '../../../rules/records/fields.ts';
import type { FieldValue } from '../../../rules/records/items.ts';
import { companyKeys } from '../../../rules/records/matching.ts';
import { KnownCompanies, KnownContacts } from '../../../rules/records/upsert/known-records.ts';
import { type PendingRecord, pendingRecord } from '../../../rules/records/upsert/pending-record.ts';

/** Ids of records that would be created: higher than any there is. */
const FIRST_NEW_ID = 2 ** 52;

export const isStored = (id: number | null): id is number => id !== null && id < FIRST_NEW_ID;

export const COMPANY_FIELDS = {
  NETWORK_URL: 'companyNetworkUrl',
  DOMAIN: 'domain',
  WEBSITE: 'website',
  NAME: 'name',
} as const;

export abstract class StoredRecords {
  readonly companies = new KnownCompanies(FIRST_NEW_ID);
  readonly contacts = new KnownContacts(FIRST_NEW_ID, this.companies, true);
  /** Companies of which only a part was read. */
  readonly #parts = new Set<number>();

  /** Fields beside the standard ones that are kept of a record. */
  protected abstract customsOf(entity: EntityName): readonly string[];

  /** Called with each record that was read whole, before anything is planned for it. */
  protected abstract keep(entity: EntityName, id: number, record: JsonObject, stored: PendingRecord): void;

  protected addContact(record: JsonObject): void {
    const id = idOf(record['id']);
    if (id === null || this.contacts.byId.has(id)) return;
    const company = record['company'];
    // Of a contact's company its keys are enough: they say which company a row means, and not how that was before.
    if (isObject(company)) this.addCompany({ ...company, website: record['companyWebsite'] }, true);
    const contact = this.#stored('CONTACT', record, id, idOf(record['companyId']));
    this.contacts.byId.set(id, contact);
    this.contacts.rekey(contact, null);
  }

  /** `isPart`: what a contact shows of its company. The rest is added where that is read. */
  protected addCompany(record: JsonObject, isPart = false): void {
    const id = idOf(record['id']);
    if (id === null) return;
    const known = this.companies.byId.get(id);
    if (known !== undefined && (isPart || !this.#parts.delete(id))) return;
    if (isPart) this.#parts.add(id);
    const company = this.#stored('COMPANY', record, id, null, isPart);
    if (known !== undefined) company.standard = new Map([...company.standard, ...known.standard]);
    this.companies.byId.set(id, company);
    this.companies.rekey(company, known ? companyKeys(known.standard) : null, companyKeys(company.standard));
  }

  #stored(entity: EntityName, record: JsonObject, id: number, companyId: number | null, isPart = false): PendingRecord {
    const customs = isPart
      ? []
      : this.customsOf(entity).map((field) => [field, getOwn(record, field) ?? null] as const);
    const properties = new Map<string, unknown>(customs.filter(([, value]) => value !== null));
    const standard = standardOf(entity, record);
    const stored = pendingRecord({ id, companyId, createdAt: 0, updatedAt: 0, standard, properties });
    if (!isPart) this.keep(entity, id, record, stored);
    return stored;
  }
}

/** The values of a record that can be written. */
export function standardOf(entity: EntityName, record: JsonObject): ReadonlyMap<string, FieldValue> {
  const standard = new Map<string, FieldValue>();
  for (const field of EDITABLE_FIELDS[entity].keys()) {
    const value = getOwn(record, field);
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') standard.set(field, value);
  }
  return standard;
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Exact filters do not normalise: an address as it was sent, and as addresses are usually written. */
export function spellings(address: string, sent: FieldValue | undefined): string[] {
  const whole = ['https://', 'https://www.', 'http://', 'http://www.', '', 'www.'].map((before) => before + address);
  return [...(sent === undefined ? [] : [String(sent)]), ...whole, ...whole.map((text) => `${text}/`)];
}
