// Contacts and companies as a service answers them, kept as the planner of creates and updates takes them: those that the items of a bulk
// may match, read by exact searches before it is sent, from a remote service in at most three requests.

import { searchPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { CompanyMatch } from '../../../contract/companies/endpoints.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { largest } from '../../../contract/extremes.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { EDITABLE_FIELDS } from '../../../rules/records/fields.ts';
import { MATCH_KEYS } from '../../../rules/records/filters.ts';
import type { FieldValue } from '../../../rules/records/items.ts';
import { COMPANY_PRECEDENCE, type CompanyKeys, companyKeys } from '../../../rules/records/matching.ts';
import { KnownCompanies, KnownContacts } from '../../../rules/records/upsert/known-records.ts';
import { type PendingRecord, pendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import type { CompanyValues, ContactPlanInput } from '../../../rules/records/upsert/plan.ts';
import { labelOf, type ReadContext } from './recorded-route.ts';

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

// Who is in the lists that a bulk adds its records to. A small list is read once per command; of a large one, the records that a
// bulk may match.

/** A list of so many is read whole. */
const WHOLE_MAX = 300;

export class ListTracker {
  readonly #group: 'contacts' | 'companies';
  readonly #filter: 'leadsGroup' | 'companyGroup';
  readonly #lists = new Map<number, { readonly ids: Set<number>; readonly isWhole: boolean }>();

  private constructor(entity: EntityName) {
    this.#group = entity === 'CONTACT' ? 'contacts' : 'companies';
    this.#filter = entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  }

  static of(entity: EntityName, { memo }: ReadContext): ListTracker {
    const kept = memo.get(`lists ${entity}`);
    if (kept instanceof ListTracker) return kept;
    const tracker = new ListTracker(entity);
    memo.set(`lists ${entity}`, tracker);
    return tracker;
  }

  /** Learns which of the ids are in the list. */
  async read(listId: number, ids: readonly number[], call: Call): Promise<void> {
    const known = this.#lists.get(listId);
    if (known?.isWhole === true) return;
    if (known === undefined) {
      const members = searchPages(call, this.#group, { include: { [this.#filter]: [listId] } });
      const found = new Set<number>();
      let isWhole = true;
      for await (const { id } of members) {
        isWhole = members.total !== null && members.total <= WHOLE_MAX;
        if (!isWhole) break;
        if (typeof id === 'number') found.add(id);
      }
      this.#lists.set(listId, { ids: found, isWhole });
      if (isWhole) return;
    }
    if (ids.length === 0) return;
    const some = ids.slice(0, LIMITS.pageSizeMax);
    const include = { [this.#filter]: [listId], id: some };
    for await (const { id } of searchPages(call, this.#group, { include }, { limit: some.length }))
      if (typeof id === 'number') this.added(listId, [id]);
  }

  /** Whether the record was not in the list yet; from now on it is. */
  isNew(listId: number, id: number): boolean {
    const { ids } = this.#lists.get(listId) ?? { ids: new Set<number>() };
    return !ids.has(id);
  }

  added(listId: number, ids: Iterable<number>): void {
    const known = this.#lists.get(listId);
    if (known !== undefined) for (const id of ids) known.ids.add(id);
  }
}

/** A filter takes so many values. */
const VALUES_MAX = 1_000;
const REQUESTS_MAX = { remote: 3, local: 40 } as const;

/** What is not read then is marked as unread. */
class NoRequestsLeft extends Error {}

type ExactFilters = Readonly<Record<string, readonly (string | number)[]>>;

export class KnownBefore extends StoredRecords {
  /** As they were, before anything is planned. */
  readonly before: Readonly<Record<EntityName, Map<number, PendingRecord>>> = {
    CONTACT: new Map(),
    COMPANY: new Map(),
  };
  readonly labels = new Map<string, string>();
  readonly #call: Call;
  readonly #customs: readonly string[];
  readonly #searched = new Set<CompanyMatch>();
  readonly #isLocal: boolean;
  #left: number;

  /** `customs`: names of fields that a search shows only where it is asked for them. `reserved`: requests for other things. */
  constructor(call: Call, { isLocal }: ReadContext, customs: readonly string[], reserved: number) {
    super();
    this.#call = call;
    this.#customs = customs;
    this.#isLocal = isLocal;
    this.#left = (isLocal ? REQUESTS_MAX.local : REQUESTS_MAX.remote) - reserved;
  }

  async readProfiles(items: readonly ContactPlanInput[]): Promise<void> {
    const pages = items.flatMap(({ keys, standard }) =>
      keys.NETWORK_URL === null ? [] : ([[keys.NETWORK_URL, standard.get('networkProfileUrl')]] as const),
    );
    if (pages.length === 0) return;
    await this.#searchContacts(
      this.#isLocal
        ? { [MATCH_KEYS]: pages.map(([key]) => key) }
        : { networkProfileUrl: likeliest(pages.map(([key, sent]) => spellings(key, sent))) },
    );
  }

  /** Those that the items name by name and company, which are to be read before: a company may be called otherwise than by an item. */
  async readPeople(items: readonly ContactPlanInput[]): Promise<void> {
    const people = items.flatMap(({ keys, person, company }) => {
      const companyName = company?.keys.NAME ?? null;
      const isKnown = keys.NETWORK_URL !== null && this.contacts.profiles.lowest(keys.NETWORK_URL) !== null;
      return person === null || companyName === null || isKnown ? [] : [{ ...person, companyName }];
    });
    if (people.length === 0) return;
    const names = [...this.companies.byId.values()].map(({ standard }) => standard.get('name') ?? '');
    const person = {
      lastName: people.map(({ lastName }) => lastName),
      firstName: people.map(({ firstName }) => firstName),
    };
    const named = [...people.map(({ companyName }) => companyName), ...names.filter((name) => name !== '')];
    await this.#searchContacts({ ...person, companyName: named });
    // An earlier item may give a company its name.
    if (names.includes('')) await this.#searchContacts({ ...person, companyName: [''] });
  }

  /** One kind of key after the other, as long as there are requests left, for those that none was found for yet. */
  async readCompanies(all: readonly Pick<CompanyValues, 'keys' | 'standard'>[]): Promise<void> {
    if (this.#isLocal) {
      const keys = all.flatMap((one) => Object.values(one.keys)).filter((key) => key !== null);
      if (keys.length > 0) await this.#searchCompanies({ [MATCH_KEYS]: keys });
      return;
    }
    const probes = COMPANY_PRECEDENCE.map((by) => ({ by, count: all.filter(({ keys }) => keys[by] !== null).length }));
    // Where there are few requests left, the key that most of them have.
    if (this.#left < probes.length) probes.sort((one, other) => other.count - one.count);
    for (const { by } of probes) {
      const open = all.filter(({ keys }) => keys[by] !== null && !this.#isDecided(keys, by));
      const values = open.map(({ keys, standard }) => {
        const key = keys[by] ?? '';
        return by === 'NAME' ? [key] : spellings(key, standard.get(COMPANY_FIELDS[by]));
      });
      if (values.length > 0) await this.#searchCompanies({ [COMPANY_FIELDS[by]]: likeliest(values) });
      this.#searched.add(by);
    }
  }

  /** Whether a key that counts more was looked for, and found. Another one may lead to an older company. */
  #isDecided(keys: CompanyKeys, by: CompanyMatch): boolean {
    return COMPANY_PRECEDENCE.slice(0, COMPANY_PRECEDENCE.indexOf(by)).some((earlier) => {
      const key = keys[earlier];
      return (
        key !== null && this.#searched.has(earlier) && this.before.COMPANY.has(this.companies.lowest(earlier, key) ?? 0)
      );
    });
  }

  async #searchContacts(include: ExactFilters): Promise<void> {
    const fields = ['companyWebsite', 'companyIndustry', ...this.#customs].slice(0, 100);
    for await (const record of this.#pages('contacts', include, { fields })) this.addContact(record);
  }

  async #searchCompanies(include: ExactFilters): Promise<void> {
    for await (const record of this.#pages('companies', include, {})) this.addCompany(record);
  }

  async *#pages(group: 'contacts' | 'companies', include: ExactFilters, extra: object): AsyncGenerator<JsonObject> {
    const filters = Object.fromEntries(
      Object.entries(include).map(([field, values]) => [field, [...new Set(values)].slice(0, VALUES_MAX)]),
    );
    const call: Call = async (...request) => {
      if (this.#left === 0) throw new NoRequestsLeft();
      this.#left -= 1;
      return await this.#call(...request);
    };
    try {
      yield* searchPages(call, group, { include: filters, ...extra });
    } catch (error) {
      if (!(error instanceof NoRequestsLeft)) throw error;
    }
  }

  protected override customsOf(): readonly string[] {
    return this.#customs;
  }

  protected override keep(entity: EntityName, id: number, record: JsonObject, stored: PendingRecord): void {
    const { label } = labelOf(record);
    if (label !== undefined) this.labels.set(`${entity} ${id}`, label);
    this.before[entity].set(id, pendingRecord(stored));
  }
}

/** Of each the likeliest spelling first, then of each the next: there is room for so many. */
function likeliest(all: readonly (readonly string[])[]): string[] {
  const longest = largest(all.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => all.flatMap((some) => some[at] ?? [])).flat();
}
