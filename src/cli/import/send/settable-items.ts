// Of items that the service will merge into records, the values that may be set there. What finds the record is sent in the
// spelling that it has, so that it does not change either.

import type { EntityName } from '../../../contract/entities.ts';
import { dictionary, getOwn as ownOf } from '../../../contract/json.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import type { PendingRecord } from '../../../rules/records/upsert/pending-record.ts';
import {
  type MatchedRecords,
  matchCompany,
  matchedRecords,
  planCompany,
  planContact,
} from '../../../rules/records/upsert/plan.ts';
import { COMPANY_FIELDS } from '../../session/history/stored-records.ts';
import { maySet, type Overwriting, settable } from '../../shared/records/overwriting.ts';
import {
  companyOf,
  contactOf,
  KnownWorkspace,
  READ_WHOLE_MAX,
  type WorkspaceReading,
} from '../preview/known-workspace.ts';
import { copyOf, rowChanges } from '../preview/row-effects.ts';

type Records = Pick<KnownWorkspace, 'contacts' | 'companies'>;

/** What every item has beside the values of its record. */
const CONSTANTS = ['listId', 'mergeWithExisting'];

export const storedIn = (record: PendingRecord, field: string): unknown =>
  record.standard.get(field) ?? record.properties.get(field);

/** The values of an item for a contact, by what the records have that it will be merged into. */
function settableContact(of: Overwriting, { contacts, companies }: Records, item: Item): Item {
  const input = contactOf(item);
  if (!input.mergeWithExisting) return item;
  const matched = matchedRecords(contacts, companies, input);
  const contact = matched.contact === null ? undefined : contacts.byId.get(matched.contact.id);
  const values = Object.entries(item).filter(([field]) => !COMPANY_ALIASES.has(field));
  const keys = matched.contact?.by === 'NETWORK_URL' ? ['networkProfileUrl'] : ['firstName', 'lastName'];
  const own = contact === undefined ? values : ownValues(of, contact, values, keys);
  return { ...Object.fromEntries(own), ...companyValues(of, companies.byId, item, contact, matched) };
}

type Value = readonly [field: string, value: Item[string]];

/** Those that may be set; of those that find the record, the spelling that it has. */
const ownValues = (
  of: Overwriting,
  record: PendingRecord,
  values: readonly Value[],
  keys: readonly string[],
): Value[] =>
  values.flatMap(([field, value]): Value[] => {
    const stored = storedIn(record, field);
    if (CONSTANTS.includes(field) || maySet(of, field, stored)) return [[field, value]];
    return keys.includes(field) && typeof stored === 'string' ? [[field, stored]] : [];
  });

function companyValues(
  of: Overwriting,
  companies: ReadonlyMap<number, PendingRecord>,
  item: Item,
  contact: PendingRecord | undefined,
  { contact: match, company }: MatchedRecords,
): Item {
  const home = contact?.companyId == null ? undefined : companies.get(contact.companyId);
  const target = company === null ? undefined : companies.get(company.id);
  const byCompanyName = match?.by === 'NAME_COMPANY';
  // A contact that is created comes to its company, whatever may be set there.
  const isMove = contact === undefined || target === undefined || target.id !== home?.id;
  const mayMove = maySet(of, 'companyName', home);
  const homeName = home?.standard.get('name');
  const nameOnly: Item = byCompanyName && homeName !== undefined ? { companyName: homeName } : {};
  if (contact !== undefined && isMove && !mayMove) return nameOnly;
  const key = company?.by == null ? null : COMPANY_FIELDS[company.by];
  const kept = dictionary<Item[string]>();
  let isSet = isMove;
  for (const [alias, field] of COMPANY_ALIASES) {
    const value = ownOf(item, alias);
    if (value === undefined) continue;
    const stored = target === undefined ? undefined : storedIn(target, field);
    if (target === undefined || maySet(of, alias, stored)) {
      kept[alias] = value;
      isSet = true;
    } else if ((field === key || (byCompanyName && field === 'name')) && typeof stored === 'string')
      kept[alias] = stored;
  }
  return isSet || byCompanyName ? kept : {};
}

/** The same for a company. */
function settableCompany(of: Overwriting, { companies }: Pick<Records, 'companies'>, item: Item): Item {
  const input = companyOf(item);
  const match = input.mergeWithExisting ? matchCompany(companies, input, null) : null;
  const company = match === null ? undefined : companies.byId.get(match.id);
  if (match === null || company === undefined) return item;
  return Object.fromEntries(ownValues(of, company, Object.entries(item), [COMPANY_FIELDS[match.by]]));
}

/**
 * Does to the records what the service will do with an item, as far as its values may be set: what is sent of it, what is made,
 * and what that changes.
 */
export function createIn(records: Records, entity: EntityName, item: Item, of: Overwriting | undefined) {
  const { contacts, companies } = records;
  if (entity === 'CONTACT') {
    const kept = of === undefined ? item : settableContact(of, records, item);
    const input = contactOf(kept);
    const matched = input.mergeWithExisting ? matchedRecords(contacts, companies, input) : null;
    const before = copyOf(contacts.byId, matched?.contact?.id);
    const companyBefore = copyOf(companies.byId, matched?.company?.id);
    const made = planContact(contacts, companies, input, 0);
    const changes = rowChanges('contact', before, contacts.byId.get(made.record.id));
    if (made.company === null) return { kept, made, changes };
    const company = rowChanges('company', companyBefore, companies.byId.get(made.company.record.id));
    return { kept, made, changes: [...changes, ...company] };
  }
  const kept = of === undefined ? item : settableCompany(of, records, item);
  const input = companyOf(kept);
  const match = input.mergeWithExisting ? matchCompany(companies, input, null) : null;
  const before = copyOf(companies.byId, match?.id);
  const made = planCompany(companies, input, 0);
  return { kept, made, changes: rowChanges('company', before, companies.byId.get(made.record.id)) };
}

/** Does one work after the other, in the order in which they are asked for. */
export function turns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

/** Records that are held at most: then they are read again. */
const RECORDS_MAX = 50_000;

/** The items of an import, bulk by bulk, each seeing what those before it set. */
export class SettableItems {
  readonly #of: Overwriting;
  readonly #reading: () => Promise<Omit<WorkspaceReading, 'readWholeMax'>>;
  /** An item that is sent once more is the same: its values may be there already. */
  readonly #known = new WeakMap<Item, Item>();
  #records: KnownWorkspace | null = null;
  readonly #inTurn = turns();

  constructor(of: Overwriting, reading: () => Promise<Omit<WorkspaceReading, 'readWholeMax'>>) {
    this.#of = of;
    this.#reading = reading;
  }

  /** Whether a record whose address is written in an unusual way can have been overlooked: in a large workspace. */
  get mayHaveMissed(): boolean {
    return this.#records?.isWhole === false;
  }

  async of(items: readonly Item[]): Promise<readonly Item[]> {
    return await this.#inTurn(() => this.#plan(items));
  }

  async #plan(items: readonly Item[]): Promise<readonly Item[]> {
    const fresh = items.filter((item) => !this.#known.has(item));
    if (fresh.length > 0) {
      const { entity } = (await this.#reading()).plan;
      const records = await this.#opened();
      await records.read(fresh);
      for (const item of fresh) this.#known.set(item, createIn(records, entity, item, this.#of).kept);
    }
    return items.map((item) => this.#known.get(item) ?? item);
  }

  /** Of an item that updates the record of an id; null where nothing of it may be set. */
  async update(id: number, item: Item): Promise<Item | null> {
    const { service, plan, discovered, signal } = await this.#reading();
    const known = new Set(discovered.map((field) => field.id));
    const fields = Object.keys(item).filter((field) => known.has(field));
    for await (const record of service.search({ id: [id] }, fields, signal)) {
      if (record['id'] !== id) continue;
      const kept = settable(this.#of, item, (field) => ownOf(record, field));
      if (Object.keys(kept).length === 0) return null;
      if (plan.change === undefined) await this.#inTurn(() => this.#note(id, kept));
      return kept;
    }
    return item;
  }

  /** Rows that are merged later may meet the record, by what it has now. */
  async #note(id: number, values: Item): Promise<void> {
    const records = await this.#opened();
    await records.read([], [id]);
    const record = records.record(id);
    if (record !== undefined) records.update(record, values);
  }

  async #opened(): Promise<KnownWorkspace> {
    const known = this.#records;
    if (known !== null && known.contacts.byId.size + known.companies.byId.size < RECORDS_MAX) return known;
    this.#records = new KnownWorkspace({ ...(await this.#reading()), readWholeMax: READ_WHOLE_MAX });
    return this.#records;
  }
}
